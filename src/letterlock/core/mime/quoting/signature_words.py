"""What a signature is made of: its mark, a closing above it, a name, ways to reach its bearer."""

# ruff: noqa: E501 (words are data, in their own scripts)

import re
from typing import Final

from letterlock.core.mime.quoting.table import alternatives

SIGNATURE_MARK: Final = re.compile(r"\s{0,3}(?:-- ?|– ?|— ?|--\xa0|---?\s*)")
SURE_MARK: Final = re.compile(r"--[ \xa0]")
"""The mark of RFC 3676 section 4.3; other dashes may also part a heading from what it introduces."""
UNDERLINE: Final = re.compile(r"\s*_{2,}\s*")
LONG_UNDERLINE: Final = re.compile(r"\s*_{5,}\s*")
CONTACT: Final = re.compile(
    r"[\w.+-]{1,64}@[\w-]{1,63}\.\w|https?://|\bwww\.\w|(?<![\w-])[\w-]{2,60}\.(?:com|org|net|de|fr|uk|io|eu)\b"
    r"|(?<!\w)(?:tel|phone|mobile?|cell|fax|m|t|p|f|tél|telefon|handy|mob)\b\.?:?\s{0,3}[+(\d]"
    r"|(?<![\w+])(?:\+|00)\d[\d ()./-]{6,20}(?!\w)"
    r"|(?<!\w)\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\w)|(?<!\w)skype: ?\w|(?<![\w.])@[a-z]\w",
    re.I,
)
"""What a signature holds besides a name: a mail or web address, a telephone number."""
NAME_LINE: Final = re.compile(r"\W{0,3}[^\W\d_][^\d:;!?=$€£]{0,59}")
"""A line that may be a name: no number, no sentence that asks or introduces."""
PARTED: Final = re.compile(r"\s[-–—|•·/]\s|,")
SHORT_NAME: Final = re.compile(r"[^\W\d_][\w'.-]{0,30}(?: [^\W\d_][\w'.-]{0,30}){0,2}")

_CLOSINGS: Final = alternatives(
    "regards|best regards|kind regards|kindest regards|warm regards|warmest regards|with regards|best|all the best"
    "|best wishes|kind wishes|cheers|thanks|thank you|many thanks|thanks a lot|thanks again|thanks in advance|thx"
    "|sincerely|yours sincerely|sincerely yours|yours|yours truly|yours faithfully|respectfully|cordially|love|br|kr|rgds",
    "mit freundlichen grüßen|mit freundlichen grüssen|mit freundlichem gruß|freundliche grüße|freundliche grüsse"
    "|viele grüße|viele grüsse|liebe grüße|schöne grüße|beste grüße|herzliche grüße|mit besten grüßen|gruß|grüße|mfg|lg"
    "|vg|danke|vielen dank|besten dank|hochachtungsvoll",
    "cordialement|bien cordialement|bien à vous|bien à toi|salutations|meilleures salutations|sincères salutations"
    "|amicalement|merci|merci d'avance|respectueusement|cdt|cdlt|bonne journée",
    "saludos|un saludo|saludos cordiales|un cordial saludo|atentamente|un abrazo|gracias|muchas gracias|abrazos"
    "|abraços|abraço|atenciosamente|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|obrigado|obrigada"
    "|att|grato|grata",
    "cordiali saluti|distinti saluti|un saluto|saluti|cari saluti|grazie|grazie mille|un abbraccio|salutacions"
    "|atentament|gràcies",
    "met vriendelijke groet|met vriendelijke groeten|vriendelijke groeten|vriendelijke groet|groeten|groet|mvg|bedankt"
    "|hartelijke groet|dank",
    "med vänliga hälsningar|med vänlig hälsning|vänliga hälsningar|vänligen|hälsningar|mvh|tack|med venlig hilsen"
    "|venlig hilsen|de bedste hilsner|hilsen|mange hilsner|tak|med vennlig hilsen|vennlig hilsen|takk|ystävällisin terveisin"
    "|terveisin|terv|kiitos|parhain terveisin|yst. terv|lugupidamisega|parimat|tervitades",
    "pozdrawiam|z poważaniem|z pozdrowieniami|dziękuję|pozdrowienia|s pozdravem|s přátelským pozdravem|děkuji|díky|s úctou"
    "|s pozdravom|ďakujem|vďaka|üdvözlettel|tisztelettel|köszönettel|üdv|köszönöm",
    "cu stimă|cu respect|cu drag|mulțumesc|mulţumesc|cele bune|saygılarımla|saygılar|iyi çalışmalar|teşekkürler|sevgiler",
    "с уважением|с наилучшими пожеланиями|всего доброго|спасибо|з повагою|дякую|з найкращими побажаннями|поздрави"
    "|с уважение|благодаря|με εκτίμηση|φιλικά|ευχαριστώ|χαιρετισμούς",
    "srdačan pozdrav|lijep pozdrav|pozdrav|s poštovanjem|hvala|lep pozdrav|lp|s spoštovanjem|поздрав|срдачан поздрав"
    "|ar cieņu|pagarbiai|su pagarba|ačiū|paldies",
    "よろしくお願いいたします|よろしくお願いします|宜しくお願い致します|敬具|以上|此致|祝好|谢谢|謝謝|此致敬礼|顺祝商祺|감사합니다|고맙습니다|드림|trân trọng"
    "|thân mến|cảm ơn|salam|hormat saya|terima kasih|ขอแสดงความนับถือ|ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|בברכה|תודה|בכבוד רב"
    "|مع أطيب التحيات|تحياتي|شكرا|مع خالص التحية|با احترام|با تشکر",
)
CLOSING: Final = re.compile(rf"[\s*_]*(?:{_CLOSINGS})\W*", re.I)
"""A line that takes leave, alone."""
