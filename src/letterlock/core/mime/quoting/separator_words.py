"""The lines that stand between a reply and the message it answers, and above a forwarded message."""

# ruff: noqa: E501 (words are data, in their own scripts)

import re

from letterlock.core.mime.quoting.table import alternatives

_ORIGINAL = alternatives(
    "original|original message|original e-?mail|original appointment|original-message|reply|reply message",
    "message d.origine|message original|message initial|mensaje original|mensagem original|messaggio originale",
    "ursprüngliche nachricht|ursprüngliche mail|ursprüngliche e-mail|originalnachricht|original-nachricht"
    "|urspr. nachricht|originaltermin|ursprünglicher termin",
    "oorspronkelijk bericht|oorspronkelijke bericht|origineel bericht|original meddelande|originalmeddelande"
    "|ursprungligt meddelande|oprindelig meddelelse|original meddelelse|opprinnelig melding|originalmelding"
    "|alkuperäinen viesti|alkuperäinen sanoma",
    "oryginalna wiadomość|wiadomość oryginalna|wiadomość pierwotna|původní zpráva|originální zpráva|pôvodná správa"
    "|eredeti üzenet|eredeti levél|mesaj original|mesajul original|mesaj iniţial|orijinal mesaj|özgün ileti|asıl ileti",
    "исходное сообщение|оригинальное сообщение|первоначальное сообщение|оригінальне повідомлення|вихідне повідомлення"
    "|оригинално съобщение|αρχικό μήνυμα|πρωτότυπο μήνυμα|izvorna poruka|originalna poruka|оригинална порука"
    "|izvirno sporočilo|originaalkiri|algne sõnum|oriģinālais ziņojums|originalus laiškas|pradinis laiškas",
    "thư gốc|tin nhắn gốc|pesan asli|ข้อความต้นฉบับ|ข้อความเดิม|ההודעה המקורית|הודעה מקורית|الرسالة الأصلية|رسالة أصلية|پیام اصلی"
    "|missatge original",
    "原始邮件|原始郵件|邮件原件|原邮件|元のメッセージ|元のメール|オリジナルメッセージ|原文|원본 메시지|원본 메일|원본 이메일",
)
ORIGINAL = re.compile(rf"[\s>*]*[-_=*—–]{{2,}}\s*\**\s*(?:{_ORIGINAL})\s*:?\s*\**\s*[-_=*—–]{{2,}}\s*\**\s*", re.I)

_FORWARDED = alternatives(
    "begin forwarded message|forwarded message|forwarded by|forwarded mail|forwarded email|forwarded letter"
    "|start of forwarded message|begin forwarded text|begin forwarded mail|begin forward|begin included message|forwarded conversation|fwd message",
    "weitergeleitete nachricht|weitergeleitete e-mail|weitergeleitete mail|anfang der weitergeleiteten nachricht"
    "|anfang der weitergeleiteten e-mail|beginn der weitergeleiteten nachricht|weitergeleitet von",
    "message transféré|message transmis|début du message réexpédié|début du message transféré|message réexpédié"
    "|e-mail transféré|transféré par|transmis par",
    "mensaje reenviado|inicio del mensaje reenviado|correo reenviado|reenviado por|mensagem encaminhada"
    "|mensagem reencaminhada|início da mensagem encaminhada|início da mensagem reencaminhada|e-mail encaminhado"
    "|encaminhado por",
    "messaggio inoltrato|inizio messaggio inoltrato|inizio del messaggio inoltrato|inoltrato da|missatge reenviat"
    "|doorgestuurd bericht|begin doorgestuurd bericht|doorgestuurde e-mail|doorgestuurd door",
    "vidarebefordrat meddelande|vidarebefordrat brev|vidarebefordrat mejl|vidarebefordrat mail"
    "|vidarebefordrat e-postmeddelande|videresendt besked|videresendt meddelelse|videresendt melding|videresendt e-post"
    "|videresendt mail|start på videresendt besked|videresendt e-mail",
    "välitetty viesti|edelleenlähetetty viesti|edelleen lähetetty viesti|lähetetty edelleen"
    "|edastatud kiri|edastatud sõnum|pārsūtīta ziņa|pārsūtītais ziņojums|persiųstas laiškas|persiųsta žinutė",
    "przekazana wiadomość|wiadomość przekazana|początek przekazywanej wiadomości|wiadomość przekazana dalej"
    "|przesłana wiadomość|přeposlaná zpráva|přeposlaný e-mail|začátek přeposílané zprávy|preposlaná správa"
    "|začiatok preposlanej správy|továbbított üzenet|továbbított levél|továbbított email|továbbított e-mail"
    "|mesaj redirecționat|mesaj redirecţionat|mesaj transmis|începutul mesajului redirecționat|începe mesajul redirecționat",
    "yönlendirilen ileti|iletilen mesaj|iletilmiş ileti|yönlendirilmiş ileti|iletilen ileti|iletilen e-posta",
    "пересланное сообщение|пересылаемое сообщение|начало переадресованного сообщения|перенаправленное сообщение"
    "|начало пересылаемого сообщения|пересланное письмо|перенаправлене повідомлення|переслане повідомлення"
    "|початок листа, що пересилається|переслане письмо|пересланий лист",
    "препратено съобщение|препратен имейл|προωθημένο μήνυμα|έναρξη προωθημένου μηνύματος|proslijeđena poruka"
    "|započni proslijeđenu poruku|прослеђена порука|prosleđena poruka|posredovano sporočilo",
    "thư được chuyển tiếp|thư đã chuyển tiếp|tin nhắn được chuyển tiếp|bắt đầu thư được chuyển tiếp|pesan terusan"
    "|pesan yang diteruskan|email terusan|ข้อความที่ส่งต่อ|เริ่มต้นข้อความที่ส่งต่อ|הודעה שהועברה|הודעה מועברת|رسالة معاد توجيهها|رسالة مُعاد توجيهها"
    "|رسالة محولة|پیام هدایت شده",
    "転送メッセージ|転送されたメッセージ|転送メール|以下は転送されたメッセージです|转发的?邮件|已转发邮件|转发邮件信息|下面是被转发的邮件|轉寄郵件|轉寄的郵件|以下是轉寄的郵件"
    "|전달된 메시지|전달된 메일|전달된 이메일|전달받은 메일",
)
FORWARDED = re.compile(rf"[\s>*_=—–-]*(?:{_FORWARDED})(?!\w)[^\n]{{0,60}}|[\s>]*-{{3,}} ?fwd[^\n]{{0,60}}", re.I)
"""A line of such words; `marks` asks for dashes around them or a colon behind, so that a sentence is none."""
FORWARD_ENDS = re.compile(r"(?:[-_=—–]{2,}|[:：])[\s*]*\Z")
FORWARD_STARTS = re.compile(r"[\s>*]*[-_=—–]{2,}")
ORIGINAL_STEM = re.compile(
    "orig[iíy]n|urspr|oorspr|oprind|opprinn|alkuper|oryginal|pierwotn|původn|pôvodn|eredeti|asıl|orijinal|özgün|исходн|оригинал"
    "|первонач|оригін|вихідн|αρχικ|πρωτότυπ|izvorn|izvirn|algne|originaal|oriģināl|gốc|asli|ต้นฉบับ|מקורי|أصلي|اصلی|原|元の|원본"
    "|reply|antwort|respuesta|réponse|risposta|resposta",
    re.I,
)
"""Words that say that the dashed line they stand in is above what is answered, not forwarded."""
DASHED = re.compile(r"-{3,} ?[^\W\d_][^\n]{2,58}?-{3,}:?")
"""What programs write above a forwarded message in whatever language."""
RULE = re.compile(r"[\s*]*(?:[-_=*~#+—–]\s?){3,}[\s*]*|\s*\u1427\s*")
