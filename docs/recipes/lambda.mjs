// An AWS Lambda function for Amazon SES inbound mail that a receipt rule first stores in S3 (action S3), and then tells
// this function about (action Lambda, or an SNS topic that the S3 action notifies). Node.js 20, nothing to install.
// Variables: LETTERLOCK_URL, LETTERLOCK_INBOUND_SECRET, and BUCKET with an optional PREFIX, as the S3 action has them.

import { createHash, createHmac } from "node:crypto";

export async function hand(url, secret, envelope, body) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const told = Buffer.from(JSON.stringify(envelope)).toString("base64");
  const digest = createHash("sha256").update(body).digest("hex");
  const signature = createHmac("sha256", secret).update(`v1.${timestamp}.${told}.${digest}`).digest("hex");
  return fetch(`${url}/v0/inbound/raw`, {
    method: "POST",
    headers: {
      "Content-Type": "message/rfc822",
      "Letterlock-Timestamp": timestamp,
      "Letterlock-Envelope": told,
      "Letterlock-Body-SHA256": digest,
      "Letterlock-Signature": `v1=${signature}`,
    },
    body,
  });
}

async function stored(key) {
  const { GetObjectCommand, S3Client } = await import("@aws-sdk/client-s3"); // comes with the runtime
  const found = await new S3Client({}).send(new GetObjectCommand({ Bucket: process.env.BUCKET, Key: key }));
  return Buffer.from(await found.Body.transformToByteArray());
}

export async function handler(event, _context, read = stored) {
  for (const record of event.Records) {
    const { mail, receipt } = record.ses ?? JSON.parse(record.Sns.Message);
    const envelope = { mail_from: mail.source, recipients: receipt.recipients, id: mail.messageId };
    const body = await read(`${process.env.PREFIX ?? ""}${mail.messageId}`);
    const answer = await hand(process.env.LETTERLOCK_URL, process.env.LETTERLOCK_INBOUND_SECRET, envelope, body);
    if (answer.ok) continue;
    // Refused for good is what says so for its recipients. Thrown, the event comes again, and in the end goes to the
    // function's dead-letter queue.
    const told = await answer.json().catch(() => ({}));
    if (answer.status >= 500 || !told.recipients) throw new Error(`Letterlock answered ${answer.status}`);
    console.error(`Letterlock refused ${mail.messageId}: ${told.detail}`);
  }
}
