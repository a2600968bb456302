// A mail-routing worker (Cloudflare Email Workers) that hands every message on to Letterlock.
// Variables: LETTERLOCK_URL (https://mail.example.com) and the secret LETTERLOCK_INBOUND_SECRET.

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export async function hand(url, secret, envelope, body) {
  const key = await crypto.subtle.importKey(
    "raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const told = base64(JSON.stringify(envelope));
  const digest = hex(await crypto.subtle.digest("SHA-256", body));
  const signed = new TextEncoder().encode(`v1.${timestamp}.${told}.${digest}`);
  return fetch(`${url}/v0/inbound/raw`, {
    method: "POST",
    headers: {
      "Content-Type": "message/rfc822",
      "Letterlock-Timestamp": timestamp,
      "Letterlock-Envelope": told,
      "Letterlock-Body-SHA256": digest,
      "Letterlock-Signature": "v1=" + hex(await crypto.subtle.sign("HMAC", key, signed)),
    },
    body,
  });
}

export default {
  async email(message, env) {
    const body = await new Response(message.raw).arrayBuffer();
    const envelope = { mail_from: message.from, recipients: [message.to] };
    const answer = await hand(env.LETTERLOCK_URL, env.LETTERLOCK_INBOUND_SECRET, envelope, body);
    if (answer.ok) return;
    // Refused for good is what says so for its recipients; all else is thrown, so that the sender tries again.
    const told = await answer.json().catch(() => ({}));
    if (answer.status < 500 && told.recipients) return message.setReject(told.detail);
    throw new Error(`Letterlock answered ${answer.status}`);
  },
};
