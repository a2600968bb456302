// A link's secret stands after the #, which browsers never send: it is put into the form here, and taken off the address.
const hash = location.hash.slice(1);
const next = document.getElementById("next");
const KEPT = "letterlock-wanted";
if (/^(msg|drf)_[\w-]+$/.test(hash)) {
  // Sent here from a link to a message: keep its place for when the one-time link is opened.
  next.value += next.value ? "#" + hash : "";
  localStorage.setItem(KEPT, next.value);
} else if (hash) {
  document.getElementById("token").value = hash;
  document.getElementById("paste").hidden = true;
  document.getElementById("how").hidden = true;
  history.replaceState(null, "", location.pathname);
  const kept = localStorage.getItem(KEPT) || "";
  if (kept.split("#")[0] === next.value) next.value = kept;
}
document.getElementById("sign-in").addEventListener("submit", () => localStorage.removeItem(KEPT));
