#!/bin/sh
# Hands the message on standard input to Letterlock, for a mail server that pipes mail into programs. Needs openssl and curl.
#   pipe.sh SENDER RECIPIENT [CLIENT-ADDRESS [CLIENT-HELO]]
# LETTERLOCK_URL and LETTERLOCK_INBOUND_SECRET come from the environment or from /etc/letterlock/inbound.
# Other users of the machine can see the secret while openssl runs.
# Exit codes are those of sysexits.h: 0 taken, 67 no such inbox, 69 refused, 75 try again later.
set -u
[ -r /etc/letterlock/inbound ] && . /etc/letterlock/inbound

message=$(mktemp) || exit 75
answer=$(mktemp) || exit 75
trap 'rm -f "$message" "$answer"' EXIT
cat >"$message" || exit 75

# What is no address, such as "unknown", is left out.
case ${3:-} in *[.:]*) client=$3 ;; *) client= ;; esac

quoted() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }
envelope=$(printf '{"mail_from":"%s","recipients":["%s"],"client_ip":"%s","helo":"%s"}' \
    "$(quoted "$1")" "$(quoted "$2")" "$client" "$(quoted "${4:-}")" | openssl base64 -A)
timestamp=$(date +%s)
digest=$(openssl dgst -sha256 -r "$message" | cut -d ' ' -f 1)
signature=$(printf 'v1.%s.%s.%s' "$timestamp" "$envelope" "$digest" |
    openssl dgst -sha256 -hmac "$LETTERLOCK_INBOUND_SECRET" -r | cut -d ' ' -f 1)

status=$(curl --silent --show-error --max-time 120 --output "$answer" --write-out '%{http_code}' \
    --header 'Content-Type: message/rfc822' --header "Letterlock-Timestamp: $timestamp" \
    --header "Letterlock-Envelope: $envelope" --header "Letterlock-Body-SHA256: $digest" \
    --header "Letterlock-Signature: v1=$signature" --data-binary "@$message" "$LETTERLOCK_URL/v0/inbound/raw") || exit 75
[ "$status" = 200 ] && exit 0
cat "$answer" >&2
# Refused for good is what says so for its recipients; all else is tried again.
grep -q '"recipients"' "$answer" || exit 75
case $status in
    404) exit 67 ;;
    413 | 422) exit 69 ;;
    *) exit 75 ;;
esac
