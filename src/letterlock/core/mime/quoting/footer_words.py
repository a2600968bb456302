"""What stands below a reply without being written for it: device footers, list footers, confidentiality notices."""

# ruff: noqa: E501 (words are data, in their own scripts)

import re
from typing import Final

from letterlock.core.mime.quoting.table import alternatives, literals

_SENT_FROM = (
    alternatives(
        "sent from|sent via|sent with|sent by|sent using|sent on|from my|get outlook for|get [outlook for|composed on"
        "|written on my|typed on my|dictated to my|download outlook for",
        "von meinem|von meiner|gesendet von|gesendet mit|gesendet über|gesendet aus|versendet mit|verschickt mit|verfasst mit"
        "|diese nachricht wurde von mein|diese e-mail wurde von mein|diese mail wurde von mein|outlook für",
        "envoyé de|envoyé depuis|envoyé à partir|envoyé avec|envoyé via|envoyé par|envoyée depuis|télécharger outlook pour"
        "|obtenez outlook pour|obtenir outlook pour|provenance :",
        "enviado desde|enviado de|enviado do|enviado da|enviado a partir|enviado con|enviado com|enviado via|enviado por"
        "|enviado pelo|obtener outlook para|obtenga outlook para|obter o outlook para|obter outlook para"
        "|baixe o outlook para",
        "inviato da|inviato dal|inviato dall|inviato con|inviato tramite|scarica outlook per|ottieni outlook per"
        "|enviat des|obtén outlook per",
        "verzonden met|verzonden vanaf|verzonden van|verzonden via|verzonden vanuit|verstuurd vanaf|verstuurd met"
        "|verstuurd via|verstuurd vanuit|outlook voor|download outlook voor",
        "skickat från|skickades från|skickat med|skickat via|hämta outlook för|sendt fra|sendt med|sendt via|sent fra"
        "|hent outlook til|hent outlook for|få outlook for|få outlook til|lähetetty|hanki outlook|saadetud minu|nosūtīts no"
        "|išsiųsta iš",
        "wysłane z|wysłano z|wysłane przez|wysłane za|pobierz outlook dla|pobierz aplikację outlook|odesláno z|odoslané z"
        "|získejte outlook|získajte outlook|získať outlook|stáhnout outlook|küldve|elküldve|az iphone-omról|az outlook"
        "|trimis de pe|trimis din|trimis de la|obțineți outlook|descărcați outlook",
        "gönderildi|iphone'umdan|ipad'imden|android için outlook|ios için outlook|outlook'u edinin|samsung cihazımdan",
        "отправлено с|отправлено из|отправлено через|послано с|скачать outlook|получить outlook|загрузить outlook"
        "|надіслано з|надіслано із|надіслано через|відправлено з|завантажити outlook|изпратено от|στάλθηκε από|εστάλη από"
        "|λήψη outlook|poslano s|poslano iz|poslano sa|poslato sa|послато са|preuzmi outlook",
        "được gửi từ|đã gửi từ|gửi từ|tải outlook|dikirim dari|dapatkan outlook|unduh outlook|ส่งจาก|รับ outlook|ดาวน์โหลด outlook"
        "|נשלח מ|נשלח באמצעות|השג את outlook|أرسلت من|تم الإرسال من|أُرسلت من|مرسل من|احصل على outlook|ارسال شده از|ارسال از",
        "从我的|從我的|发自我的|發自我的|發自|发自|来自我的|來自我的|获取适用于|取得適用於|使用 outlook|通过|iphoneから送信|iphone から|ipadから送信|android から"
        "|私の|나의|내 iphone|내 갤럭시|삼성|android용 outlook|ios용 outlook|someone from mobile",
    )
    .replace(" ", r"\s")
    .replace("[", r"\[")
    .replace("|通过", "")
)
_PROGRAM = alternatives(
    "iphon|ipad|ipod|ios|apple|android|galaxy|samsung|huawei|xiaomi|redmi|poco|nokia|htc|lg|sony|xperia|motorola|moto"
    "|oneplus|oppo|vivo|pixel(?!s)|alcatel|blackberry|windows|outlook|mac|macbook|imac|watch|vision pro|symbian",
    "mail|e-mail|email|gmail|yahoo|aol|proton|protonmail|hotmail|hey|spark|mailbox|airmail|thunderbird|nine|k-9|bluemail"
    "|sparrow|zimbra|zoho|gmx|web\\.de|mail\\.ru|yandex|inbox|superhuman|missive|front|fastmail|tutanota|tuta|edison"
    "|canary|polymail|newton|evolution|kmail|mutt|boomerang|mailmate|postbox|em client|mailspring|aqua|naver|qq",
    "mobile|phone|smartphone|cell|cellphone|tablet|device|handheld|handy|telefon|telefono|teléfono|téléphone|telefone"
    "|telefoon|mobil|móvil|mobiltelefon|mobilgerät|mobiele|dispositivo|dispositif|appareil|celular|cellulare|gsm|puhelin"
    "|puhelimesta|komórki|telefonu|телефона|мобильн|почт|устройства|смартфона|мобильного|cihazımdan|laptop|computer|pc|ti-\\d+",
    "verizon|t-mobile|vodafone|orange|at&t|sprint|telekom|o2|sfr|bouygues|free|att|wireless|5g|4g|lte|www|https?",
)
_NAMED = re.compile(
    rf"(?<![^\W_])(?:{_PROGRAM})|手机|手機|携帯|スマートフォン|휴대폰|갤럭시|아이폰|邮箱|郵箱|מכשיר|הטלפון|هاتف|جهاز|โทรศัพท์",
    re.I,
)
_DEVICE = re.compile(rf"[(<\[*_\s]{{0,4}}(?:{_SENT_FROM})", re.I)
_SENDS = re.compile(
    r"(?:gesendet|versendet|verschickt|送信|傳送|传送|寄出|から送信|에서 보냄|gönderildi|küldve|lähetetty)\W{0,4}\Z",
    re.I,
)
_CLAUSE = re.compile(r"[,;!?]\s")
MAX_DEVICE: Final = 160
_MAX_WORDS: Final = 14


def is_device_footer(line: str) -> bool:
    """`Sent from my iPhone` and its kind: it names a device or a program; `Sent from my desk, which is …` does not."""
    line = line.strip()
    if not 4 <= len(line) <= MAX_DEVICE or len(line.split()) > _MAX_WORDS:
        return False
    if not (_DEVICE.match(line) or _SENDS.search(line)):
        return False
    return _NAMED.search(_CLAUSE.split(line, maxsplit=1)[0]) is not None


_LIST_FOOTER = alternatives(
    "you received this message because you are subscribed to|to unsubscribe from this group|to unsubscribe from this list",
    "you are receiving this because|reply to this email directly|view it on github|unsubscribe: |for more options, visit"
    "|to view this discussion|to post to this group|to unsubscribe, |visit topic or reply to this email",
    "virus-free. |virenfrei. |sans virus. |libre de virus. |livre de vírus. |privo di virus. |virusvrij. |virusfri. "
    "|avast |this email has been checked for viruses|diese e-mail wurde von avast|scanned by |checked by avg",
)
LIST_FOOTER = re.compile(rf"[\s*\[(_]{{0,4}}(?:{_LIST_FOOTER})", re.I)
_MAILING_LIST = re.compile(r"[\w .'-]{1,60} mailing list", re.I)
_LIST_PLACE = re.compile(r"/listinfo/|/mailman|lists?\.[\w-]{2,}|@[\w.-]*lists?\.|list@|/mailing", re.I)


def is_list_footer(lines: list[str]) -> bool:
    """The few lines a mailing list program adds below an underline: its name, its address, its page."""
    filled = [line.strip() for line in lines if line.strip()]
    if not 1 <= len(filled) <= 6 or not _MAILING_LIST.fullmatch(filled[0][:120]):
        return False
    return any(_LIST_PLACE.search(line[:300]) for line in filled[1:]) or len(filled) == 1


_NOTICE_SIGNS: Final = tuple(
    literals(*rows)
    for rows in (
        (  # it is secret
            "confidential|privileged|proprietary|confidentiality|vertraulich|confidentiel|confidencial|riservat[aeio]"
            "|confidenziale|vertrouwelijk|konfidentiell|konfidensiel|fortrolig|luottamuksellinen|poufn[aey]|důvěrn|dôvern"
            "|bizalmas|confidențial|gizli|конфиденциальн|конфіденційн|поверителн|εμπιστευτικ|povjerljiv|poverljiv|zaupn"
            "|konfidentsiaalne|konfidenciāl|konfidencial|机密|保密|機密|기밀|bảo mật|rahasia|חסוי|סודי|سري|محرمانه",
        ),
        (  # for whom it is
            "intended recipient|intended only for|intended solely|intended for the|addressee|named recipient|solely for"
            "|richtige adressat|bestimmungsgemäße|nicht der beabsichtigte|nicht der vorgesehene|empfänger"
            "|destinataire|destinatari[oa]|destinatári|geadresseerde|bestemd voor|avsedd för|mottagaren?|modtager|mottaker|vastaanottaj"
            "|adresat|příjemc|príjemc|címzett|destinatar|alıcı|muhatab|получател|адресат|адресован|отримувач|παραλήπτ"
            "|primatelj|primaoc|naslovnik|adressaa|adresāt|gavėj|收件人|接收者|受信者|宛先|수신자|수신인|người nhận|penerima|הנמען|المرسل إليه|گیرنده",
        ),
        (  # what else must not be done
            "unauthori[sz]ed|strictly prohibited|prohibited|dissemination|disclosure|unlawful|nicht gestattet|unbefugt"
            "|untersagt|interdit|prohibid[ao]|proibid[ao]|vietat[ao]|verboden|niet toegestaan|förbjud|otillåt|ikke tillat"
            "|forbudt|kielletty|zabronion|zakázán|zakázan|neoprávněn|neoprávnen|tilos|interzis|yasakt|запрещ|заборон|забранен"
            "|απαγορεύ|zabranjen|prepovedan|keelatud|aizliegt|draudžiam|禁止|严禁|嚴禁|금지|nghiêm cấm|dilarang|אסור|محظور|ممنوع",
        ),
        (  # what to do with it
            "received this message|received this e-?mail|received this communication|received this transmission|in error|by mistake"
            "|delete this|delete it|delete the|notify the sender|destroy|irrtümlich|versehentlich|löschen|vernichten|par erreur"
            "|supprimer|détrui|por error|elim[ií]n|bórrelo|por engano|apag[au]|exclu[ai]|per errore|cancell|distrugg"
            "|per abuis|abusievelijk|verwijder|vernietig|av misstag|radera|ved en fejl|ved en feil|slet|slett|erehdyksess|poista"
            "|omyłkow|przez pomyłkę|usun|omylem|smaž|odstraň|vymaž|tévedés|törölj|din greșeală|șterge|yanlışlıkla|silin|siliniz"
            "|по ошибке|удалит|помилково|видал|погрешка|изтри|κατά λάθος|διαγρά|greškom|obriš|izbriš|pomotoma|kustuta|dzēs"
            "|ištrin|误收|删除|刪除|誤|削除|삭제|nhầm|xóa|hapus|בטעות|מחק|بالخطأ|حذف",
        ),
        (  # what it may carry
            "virus|liability|liable|opinions|views expressed|does not accept|haftung|responsabilit|responsabilidad"
            "|aansprakelijk|ansvar|vastuu|odpowiedzialno|odpovědnost|zodpovednos|felelősség|sorumlu|ответственност"
            "|відповідальн|отговорност|ευθύν|odgovornos",
        ),
    )
)
_NOTICE_TITLE = re.compile(
    r"\W{0,6}(?:confidentiality (?:notice|note)|(?:legal |e-?mail )?disclaimer|legal notice|important notice|privacy notice"
    r"|haftungsausschluss|vertraulichkeitshinweis|rechtlicher hinweis|avis de confidentialité|avertissement"
    r"|aviso legal|aviso de confidencialidad|cláusula de confidencialidad|nota de confidencialidad"
    r"|aviso de confidencialidade|avviso di riservatezza|nota di riservatezza|clausola di riservatezza|informativa privacy"
    r"|klauzula poufności|gizlilik|yasal uyarı|免责声明|免責事項|면책)\W{0,6}(?:\s|\Z)",
    re.I,
)
_GREEN = re.compile(
    r"(?:please )?(?:consider|think) (?:of |about )?the environment before printing|bitte (?:denken sie|prüfen sie)[^\n]{0,60}umwelt"
    r"|(?:think before you print|save a tree)|pensez à l.environnement|piense en el medio ambiente|antes de imprimir"
    r"|prima di stampare|denk aan het milieu|tänk på miljön",
    re.I,
)
_MIN_NOTICE_WORDS: Final = 12
MAX_NOTICE: Final = 6_000


def is_notice(paragraph: str) -> bool:
    """Whether a paragraph is a confidentiality notice or a legal footer: several of the things only these say."""
    text = paragraph[:MAX_NOTICE]
    low = text.lower()
    signs = sum(any(word in low for word in sign) for sign in _NOTICE_SIGNS)
    if _NOTICE_TITLE.match(text) is not None:
        return signs >= 1 or len(text.split()) <= 4
    if _GREEN.search(text) and len(text.split()) <= 30:
        return True
    long_enough = len(text.split()) >= _MIN_NOTICE_WORDS or len(text) >= 100
    return long_enough and signs >= 3


MENTIONS_INLINE = re.compile(
    r"(?<!\w)(?:see (?:my )?(?:answers?|comments?|responses?|replies|notes?)? ?(?:below|inline|in-line|in line)"
    r"|(?:answers?|comments?|responses?|replies|my notes?)(?: are)? (?:below|inline|in-line|in (?:red|blue|green|bold|caps))"
    r"|in ?-?line (?:answers?|comments?|responses?|replies)|please see below|replied inline|responding inline"
    r"|\(?inline\)?[.:]?\Z|s(?:iehe|\.) unten|antworten? (?:unten|im text|in (?:rot|blau|grün))|kommentare (?:unten|im text)"
    r"|voir (?:mes )?(?:réponses|commentaires)|(?:réponses|commentaires) (?:ci-dessous|en (?:rouge|bleu))|voir ci-dessous"
    r"|respuestas? (?:abajo|en (?:rojo|azul))|respondo (?:abajo|en línea|entre líneas)|ver abajo"
    r"|respostas? (?:abaixo|em (?:vermelho|azul))|veja abaixo|risposte (?:sotto|in (?:rosso|blu))|vedi sotto|rispondo sotto"
    r"|zie (?:hieronder|mijn (?:antwoorden|opmerkingen))|antwoorden (?:hieronder|in het rood)|se (?:nedan|nedenfor|svar)"
    r"|svar (?:nedan|i röd|i rød)|odpowiedzi (?:poniżej|w tekście)|patrz poniżej|viz níže|см\. ниже|ответы? (?:ниже|в тексте)"
    r"|alattuk válasz|yanıtlarım aşağıda|以下でインライン|インライン|见下文|见下方|아래에 답변)(?!\w)",
    re.I,
)
"""Words that say that answers stand within the message quoted below."""
