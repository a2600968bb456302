"""What mail programs write above quoted text and below replies, in the languages they speak."""

# ruff: noqa: E501 (patterns are data; a broken line would hide their parts)

import re

_WROTE = (
    r"wrote|writes|said|schrieb|schreef|geschreven|a écrit|a ecrit|écrit|escribi[óo]|escreveu|ha scritto|scrisse|"
    r"skrev|skreiv|napisał\(a\)|napisał\(-a\)|napisał|napisała|napsal\(a\)|napsal|napísal\(a\)|napísal|"
    r"написала?|пишет|пише|писал\(а\)|írta|írt|kirjoitti|yazdı|yazmış|scris|a scris|έγραψε|napisao je|"
    r"napisao/la|je napisao|пише|написа|đã viết|menulis|เขียนว่า|כתב|כתבה|写道|寫道|写道|のメール|書きました|작성"
)
WROTE = re.compile(rf"(?:(?<!\w)(?:{_WROTE})(?!\w)|写道|寫道|のメッセージ)", re.I)
WROTE_END = re.compile(rf"(?:(?:{_WROTE})(?: \w+){{0,2}}\s*[:：]?|[:：])[\s*_-]*\Z", re.I)
OPENER = re.compile(
    r"[\s>*_-]*(?:"
    r"(?:on|at|am|le|el|em|il|op|den|dne|dnia|dňa|w dniu|pe|në|în|la data|tarihinde|vào|pada|στις|в|у|në|在|于|於|a)\b[^\n]{0,120}?\d"
    r"|\d{1,4}[./\-年]\s?\d{1,2}[./\-月]\s?\d{1,4}|\d{1,2}\.? (?:de )?\w{3,12}\.? (?:de )?\d{4}"
    r"|(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|gio|ven|sab|dom|mo|di|do|fr|sa|so|понедельник|вторник|сред|четверг"
    r"|пятниц|суббот|воскресень)\w*\.?,? [^\n]{0,40}?\d)",
    re.I,
)
DATE = re.compile(
    r"\d{1,2}[:.h]\d{2}|\d{1,2}\D{1,24}\d{4}|\d{4}\D{1,3}\d{1,2}\D{1,3}\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
)
ADDRESS = re.compile(r"[\w.+'=%-]{1,80}@[\w-]{1,80}\.[\w.-]{1,80}")

ORIGINAL = re.compile(
    r"[\s>*]*[-_=*]{2,}\s*\**\s*(?:original(?: message| e-?mail| appointment)?|reply(?: message)?|message d.origine|message original|"
    r"mensaje original|mensagem original|messaggio originale|ursprüngliche (?:nachricht|mail)|originalnachricht|original-nachricht|"
    r"oorspronkelijk bericht|original meddelande|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|"
    r"alkuperäinen viesti|oryginalna wiadomość|wiadomość oryginalna|původní zpráva|pôvodná správa|eredeti üzenet|mesaj original|orijinal mesaj|"
    r"исходное сообщение|оригинальное сообщение|пересылаемое сообщение|оригінальне повідомлення|"
    r"原始邮件|原始郵件|邮件原件|元のメッセージ|原文|원본 메시지|원본 메일)\s*\**\s*[-_=*]{2,}\s*\**\s*",
    re.I,
)
FORWARDED = re.compile(
    r"[\s>*_-]*(?:begin forwarded message|forwarded message|forwarded by|---+ ?fwd|start of forwarded message|"
    r"weitergeleitete nachricht|anfang der weitergeleiteten (?:nachricht|e-mail)|message transféré|début du message (?:réexpédié|transféré)|message réexpédié|"
    r"mensaje reenviado|inicio del mensaje reenviado|mensagem (?:encaminhada|reencaminhada)|início da mensagem (?:encaminhada|reencaminhada)|"
    r"messaggio inoltrato|inizio messaggio inoltrato|doorgestuurd bericht|begin doorgestuurd bericht|"
    r"vidarebefordrat (?:meddelande|brev)|vidarebefordrat mejl|videresendt (?:besked|meddelelse|melding|e-post)|välitetty viesti|edelleenlähetetty viesti|"
    r"przekazana wiadomość|wiadomość przekazana|początek przekazywanej wiadomości|přeposlaná zpráva|přeposlaná zpráva|preposlaná správa|továbbított (?:üzenet|levél)|"
    r"mesaj redirecționat|yönlendirilen ileti|iletilen mesaj|iletilmiş ileti|пересланное сообщение|начало переадресованного сообщения|перенаправлене повідомлення|переслане повідомлення|"
    r"початок листа, що пересилається|proslijeđena poruka|転送メッセージ|転送されたメッセージ|转发的?邮件|已转发邮件|轉寄郵件|전달된 메(?:시지|일))[^\n]{0,60}",
    re.I,
)
_FIELDS = {
    "from": "from|von|de|da|van|från|fra|frå|od|lähettäjä|feladó|kimden|gönderen|от|від|отправитель|από|expéditeur|remitente|差出人|发件人|寄件者|寄件人|보낸 사람|от кого|din|saatja|expeditor|šalje|nadawca",
    "sent": "sent|gesendet|envoyé|envoyée|enviado|enviado el|enviada em|inviato|verzonden|skickat|sendt|wysłano|odesláno|odoslané|lähetetty|küldve|elküldve|gönderildi|gönderilme tarihi|отправлено|надіслано|送信日時|发送时间|寄件日期|寄件時間|보낸 날짜|trimis|poslano|saadetud|στάλθηκε",
    "date": "date|datum|datum/tid|fecha|data|dato|dátum|päivämäärä|päiväys|tarih|дата|日付|日期|时间|날짜|дата и время|ημερομηνία|kuupäev",
    "to": "to|an|à|a|para|naar|aan|till|til|do|pro|komu|vastaanottaja|címzett|kime|alıcı|кому|до|宛先|收件人|받는 사람|către|prima|za|saaja|προς|destinataire|destinatario|destinatário|adresat",
    "cc": "cc|kopie|copie|copia|cópia|kopia|kopi|kópia|másolatot kap|bilgi|копия|копія|抄送|副本|참조|kopio|dw|κοιν",
    "subject": "subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|předmět|predmet|aihe|tárgy|konu|тема|件名|主题|主旨|제목|subiect|teema|θέμα",
    "reply-to": "reply-to|antwort an|répondre à|responder a|rispondi a|risposta|antwoord|svar till|odpowiedź do",
}
FIELD_OF = {word: field for field, words in reversed(_FIELDS.items()) for word in words.split("|")}
HEADER = re.compile(r"[\s>|]*[*_]*([^\W\d_][\w/ \-]{0,24}?)[*_]*\s?[:：][*_]*(?:\s|$|[^\s/])")

_DEVICE = (
    r"sent (?:from|via|with|by|using)|from my|get \[?outlook for|outlook for|envoyé (?:de|depuis|à partir de|avec)|"
    r"enviado (?:desde|do|a partir|con|com|via)|"
    r"von meinem|gesendet (?:von|mit|über)|diese nachricht wurde von mein|inviato (?:da|dal|con)|verzonden (?:met|vanaf|van|via)|"
    r"verstuurd vanaf|skickat från|skickades från|sendt fra|sendt med|sent fra|lähetetty|wysłane? z|odesláno z|odoslané z|"
    r"küldve|elküldve|gönderildi|iphone'umdan|отправлено (?:с|из)|надіслано (?:з|із)|trimis de pe|从我的|從我的|发自我的|發自|"
    r"iphoneから送信|iphone から|나의 .{2,12}에서 보냄|mobil(?:e|en)? versendet|someone from mobile|poslano s"
)
DEVICE = re.compile(rf"\s*[(<\[*_]{{0,2}}\s*(?:{_DEVICE})[^\n]{{0,120}}\s*", re.I)
UNDERLINE = re.compile(r"\s*_{5,}\s*")
SIGNATURE_MARK = re.compile(r"\s{0,3}(?:-- ?|– ?|— ?|--\xa0|---?\s*)")
SURE_MARK = re.compile(r"--[ \xa0]")
"""The mark of RFC 3676 section 4.3; other dashes may also part a heading from what it introduces."""
CONTACT = re.compile(
    r"[\w.+-]{1,64}@[\w-]{1,63}\.\w|https?://|\bwww\.\w|(?<![\w-])[\w-]{2,60}\.(?:com|org|net|de|fr|uk|io|eu)\b"
    r"|(?<!\w)(?:tel|phone|mobile?|cell|fax|m|t|p)\b\.?:?\s{0,3}[+(\d]|(?<![\w+])(?:\+|00)\d[\d ()./-]{6,20}(?!\w)"
    r"|(?<!\w)\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\w)",
    re.I,
)
"""What a signature holds besides a name: a mail or web address, a telephone number."""
NAME_LINE = re.compile(r"\W{0,3}[^\W\d_][^\d:;!?=$€£]{0,59}")
"""A line that may be a name: no number, no sentence that asks or introduces."""
PARTED = re.compile(r"\s[-–—|•·/]\s|,")
SHORT_NAME = re.compile(r"[^\W\d_][\w'.-]{0,30}(?: [^\W\d_][\w'.-]{0,30}){0,2}")
RULE = re.compile(r"[\s*]*(?:[-_=*~#+—–]\s?){3,}[\s*]*|\s*\u1427\s*")
CLOCK = re.compile(
    r"(?<![\d.])\d{1,2}\s?(?:[:hH時时]\s?\d{2}|\.\d{2}(?!\.))(?!\d)|(?<!\d)\d{1,2}\s?[ap]\.?m\b|\d\s?[点點시]", re.I
)
"""A time of day; 12.05.2026 is none."""
