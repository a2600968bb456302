"""Replies and forwards as mail programs write them, in the languages they speak: made, not collected."""

from dataclasses import dataclass
from html import escape

NAME, ADDRESS = "Ana Lima", "ana.lima@firma.example"

GMAIL = {
    "en": "On Thu, Jun 26, 2025 at 2:14 PM {n} <{a}> wrote:",
    "en-GB": "On Thu, 26 Jun 2025 at 14:14, {n} <{a}> wrote:",
    "de": "Am Do., 26. Juni 2025 um 14:14 Uhr schrieb {n} <{a}>:",
    "fr": "Le jeu. 26 juin 2025 à 14:14, {n} <{a}> a écrit :",
    "es": "El jue, 26 jun 2025 a las 14:14, {n} (<{a}>) escribió:",
    "es-MX": "El jue, 26 de jun de 2025 a la(s) 2:14 p.m., {n} ({a}) escribió:",
    "pt-BR": "Em qui., 26 de jun. de 2025 às 14:14, {n} <{a}> escreveu:",
    "pt-PT": "{n} <{a}> escreveu (quinta, 26/06/2025 à(s) 14:14):",
    "it": "Il giorno gio 26 giu 2025 alle ore 14:14 {n} <{a}> ha scritto:",
    "nl": "Op do 26 jun 2025 om 14:14 schreef {n} <{a}>:",
    "sv": "Den tors 26 juni 2025 kl 14:14 skrev {n} <{a}>:",
    "da": "Den tor. 26. jun. 2025 kl. 14.14 skrev {n} <{a}>:",
    "nb": "tor. 26. juni 2025 kl. 14:14 skrev {n} <{a}>:",
    "fi": "to 26. kesäk. 2025 klo 14.14 {n} ({a}) kirjoitti:",
    "pl": "czw., 26 cze 2025 o 14:14 {n} <{a}> napisał(a):",
    "cs": "čt 26. 6. 2025 v 14:14 odesílatel {n} <{a}> napsal:",
    "sk": "št 26. 6. 2025 o 14:14 {n} <{a}> napísal(a):",
    "hu": "{n} <{a}> ezt írta (időpont: 2025. jún. 26., Cs, 14:14):",
    "ro": "În joi, 26 iun. 2025 la 14:14, {n} <{a}> a scris:",
    "tr": "{n} <{a}>, 26 Haz 2025 Per, 14:14 tarihinde şunu yazdı:",
    "ru": "чт, 26 июн. 2025 г. в 14:14, {n} <{a}>:",
    "uk": "чт, 26 черв. 2025 р. о 14:14 {n} <{a}> пише:",
    "el": "Στις Πέμ 26 Ιουν 2025 στις 2:14 μ.μ., ο χρήστης {n} <{a}> έγραψε:",
    "bg": "На чт, 26.06.2025 г. в 14:14 {n} <{a}> написа:",
    "hr": "čet, 26. lip 2025. u 14:14 {n} <{a}> napisao je:",
    "sr": "чет, 26. јун 2025. у 14:14 {n} <{a}> је написао/ла:",
    "sl": "V V čet., 26. jun. 2025 ob 14:14 je oseba {n} <{a}> napisala:",
    "et": "Kuupäev N, 26. juuni 2025 kell 14:14 kirjutas {n} (<{a}>):",
    "lv": "ceturtd., 2025. g. 26. jūn., plkst. 14:14 — lietotājs {n} (<{a}>) rakstīja:",
    "lt": "2025-06-26, kt, 14:14 {n} <{a}> rašė:",
    "ja": "2025年6月26日(木) 14:14 {n} <{a}>:",
    "zh-CN": "{n} <{a}> 于2025年6月26日周四 14:14写道：",
    "zh-TW": "{n} <{a}> 於 2025年6月26日週四 下午2:14寫道：",
    "ko": "2025년 6월 26일 (목) 오후 2:14, {n} <{a}>님이 작성:",
    "vi": "Vào Th 5, 26 thg 6, 2025 vào lúc 14:14 {n} <{a}> đã viết:",
    "id": "Pada tanggal Kam, 26 Jun 2025 pukul 14.14 {n} <{a}> menulis:",
    "th": "ในวันที่ พฤ. 26 มิ.ย. 2025 เวลา 14:14 {n} <{a}> เขียนว่า:",
    "he": "\u202bבתאריך יום ה׳, 26 ביוני 2025 ב-14:14 מאת \u202a{n}\u202c\u200f <\u202a{a}\u202c\u200f>:\u202c",
    "ar": "في الخميس، 26 يونيو 2025 في 2:14 م تمت كتابة ما يلي بواسطة \u202a{n}\u202c\u200f <\u202a{a}\u202c\u200f>:",
    "ca": "Missatge de {n} <{a}> del dia dj., 26 de juny 2025 a les 14:14:",
}
"""What Gmail writes above a quote."""

APPLE = {
    "en": "On 26 Jun 2025, at 14:14, {n} <{a}> wrote:",
    "en-US": "On Jun 26, 2025, at 2:14 PM, {n} <{a}> wrote:",
    "en-old": "On Jun 26, 2025, at 2:14 PM, {n} wrote:",
    "de": "Am 26.06.2025 um 14:14 schrieb {n} <{a}>:",
    "fr": "Le 26 juin 2025 à 14:14, {n} <{a}> a écrit :",
    "es": "El 26 jun 2025, a las 14:14, {n} <{a}> escribió:",
    "pt-BR": "Em 26 de jun. de 2025, à(s) 14:14, {n} <{a}> escreveu:",
    "pt-PT": "No dia 26/06/2025, às 14:14, {n} <{a}> escreveu:",
    "it": "Il giorno 26 giu 2025, alle ore 14:14, {n} <{a}> ha scritto:",
    "nl": "Op 26 jun 2025, om 14:14 heeft {n} <{a}> het volgende geschreven:",
    "sv": "26 juni 2025 kl. 14:14 skrev {n} <{a}>:",
    "da": "Den 26. jun. 2025 kl. 14.14 skrev {n} <{a}>:",
    "nb": "26. juni 2025 kl. 14:14 skrev {n} <{a}>:",
    "fi": "{n} <{a}> kirjoitti 26.6.2025 kello 14.14:",
    "pl": "Wiadomość napisana przez {n} <{a}> w dniu 26.06.2025, o godz. 14:14:",
    "cs": "26. 6. 2025 v 14:14, {n} <{a}>:",
    "sk": "Dňa 26. 6. 2025 o 14:14 používateľ {n} <{a}> napísal:",
    "hu": "2025. jún. 26. dátummal, 14:14 időpontban {n} <{a}> írta:",
    "ro": "Pe 26 iun. 2025, la 14:14, {n} <{a}> a scris:",
    "tr": "{n} <{a}> şunları yazdı (26 Haz 2025 14:14):",
    "ru": "26 июня 2025 г., в 14:14, {n} <{a}> написал(а):",
    "uk": "26 черв. 2025 р. о 14:14 {n} <{a}> пише:",
    "el": "Στις 26 Ιουν 2025, στις 14:14, ο/η {n} <{a}> έγραψε:",
    "hr": "Dana 26. 6. 2025., u 14:14, korisnik {n} <{a}> napisao je:",
    "ja": "2025/06/26 14:14、{n} <{a}>のメール:",
    "zh-CN": "在 2025年6月26日，下午2:14，{n} <{a}> 写道：",
    "zh-TW": "{n} <{a}> 於 2025年6月26日 下午2:14 寫道：",
    "ko": "2025. 6. 26. 오후 2:14, {n} <{a}> 작성:",
    "vi": "Vào 26 thg 6, 2025, lúc 14:14, {n} <{a}> đã viết:",
    "id": "Pada 26 Jun 2025, pukul 14.14, {n} <{a}> menulis:",
    "th": "เมื่อ 26 มิ.ย. 2568 เวลา 14:14 {n} <{a}> เขียนว่า:",
    "he": "\u200fב-26 ביוני 2025, בשעה 14:14, \u200f{n} <{a}> כתב/ה:",
    "ca": "El 26 juny 2025, a les 14:14, {n} <{a}> va escriure:",
}

THUNDERBIRD = {
    "en": "On 26/06/2025 14:14, {n} wrote:",
    "en-old": "On 06/26/2025 02:14 PM, {n} wrote:",
    "de": "Am 26.06.25 um 14:14 schrieb {n}:",
    "fr": "Le 26/06/2025 à 14:14, {n} a écrit :",
    "es": "El 26/6/25 a las 14:14, {n} escribió:",
    "pt-BR": "Em 26/06/2025 14:14, {n} escreveu:",
    "pt-PT": "Às 14:14 de 26/06/2025, {n} escreveu:",
    "it": "Il 26/06/2025 14:14, {n} ha scritto:",
    "nl": "Op 26-06-2025 om 14:14 schreef {n}:",
    "sv": "Den 2025-06-26 kl. 14:14, skrev {n}:",
    "da": "Den 26.06.2025 kl. 14.14 skrev {n}:",
    "nb": "Den 26.06.2025 14:14, skrev {n}:",
    "fi": "{n} kirjoitti 26.6.2025 klo 14.14:",
    "pl": "W dniu 26.06.2025 o 14:14, {n} pisze:",
    "cs": "Dne 26. 06. 25 v 14:14 {n} napsal(a):",
    "sk": "Dňa 26. 6. 2025 o 14:14 {n} napísal(a):",
    "hu": "2025. 06. 26. 14:14 keltezéssel, {n} írta:",
    "ro": "Pe 26.06.2025 14:14, {n} a scris:",
    "tr": "26.06.2025 14:14 tarihinde {n} yazdı:",
    "ru": "26.06.2025 14:14, {n} пишет:",
    "uk": "26.06.25 14:14, {n} пише:",
    "el": "Στις 26/6/25 14:14, ο/η {n} έγραψε:",
    "bg": "На 26.06.25 г. в 14:14, {n} написа:",
    "hr": "{n} je napisao/la 26. 6. 2025. u 14:14:",
    "sl": "{n} je 26. 06. 2025 ob 14:14 napisal/a:",
    "ja": "On 2025/06/26 14:14, {n} wrote:",
    "zh-CN": "在 2025/6/26 14:14, {n} 写道:",
    "zh-TW": "{n} 於 2025/6/26 下午 02:14 寫道:",
    "ko": "2025-06-26 오후 2:14에 {n} 이(가) 쓴 글:",
}

YAHOO = {
    "en": "On Thursday, June 26, 2025 at 02:14:03 PM GMT+2, {n} <{a}> wrote:",
    "de": "Am Donnerstag, 26. Juni 2025 um 14:14:03 MESZ hat {n} <{a}> Folgendes geschrieben:",
    "fr": "Le jeudi 26 juin 2025 à 14:14:03 UTC+2, {n} <{a}> a écrit :",
    "es": "El jueves, 26 de junio de 2025, 14:14:03 CEST, {n} <{a}> escribió:",
    "it": "Il giovedì 26 giugno 2025 alle ore 14:14:03 CEST, {n} <{a}> ha scritto:",
    "pt-BR": "Em quinta-feira, 26 de junho de 2025 às 14:14:03 BRT, {n} <{a}> escreveu:",
}

OTHERS = {
    "outlook-mac": 'On 26/06/2025, 14:14, "{n}" <{a}> wrote:',
    "outlook-mac-de": 'Am 26.06.25, 14:14 schrieb "{n}" <{a}>:',
    "yandex": '26.06.2025, 14:14, "{n}" <{a}>:',
    "mail.ru": "Четверг, 26 июня 2025, 14:14 +03:00 от {n} <{a}>:",
    "zoho": "---- On Thu, 26 Jun 2025 14:14:50 +0530 {n} <{a}> wrote ----",
    "proton": "On Thursday, June 26th, 2025 at 2:14 PM, {n} <{a}> wrote:",
    "proton-de": "Am Donnerstag, 26. Juni 2025 um 14:14 schrieb {n} <{a}>:",
    "roundcube": "On 2025-06-26 14:14, {n} wrote:",
    "roundcube-de": "Am 2025-06-26 14:14, schrieb {n}:",
    "kmail": "On Thursday, 26 June 2025 14:14:03 CEST {n} wrote:",
    "evolution": "On Thu, 2025-06-26 at 14:14 +0200, {n} wrote:",
    "mutt": "On Thu, Jun 26, 2025 at 02:14:03PM +0200, {n} wrote:",
    "gnus": "{n} <{a}> writes:",
    "tutanota": "26. Juni 2025, 14:14 von {a}:",
    "tutanota-en": "Jun 26, 2025, 14:14 by {a}:",
    "spark": "On Jun 26, 2025 at 2:14 PM +0200, {n} <{a}>, wrote:",
    "fastmail": "On Thu, Jun 26, 2025, at 2:14 PM, {n} wrote:",
    "gmx": 'Gesendet: Donnerstag, 26. Juni 2025 um 14:14 Uhr\nVon: "{n}" <{a}>\nAn: bo@haus.example\nBetreff: Aw: Termin',
}

FIELDS = {
    "en": "From|Sent|To|Cc|Subject",
    "en-date": "From|Date|To|Cc|Subject",
    "de": "Von|Gesendet|An|Cc|Betreff",
    "fr": "De|Envoyé|À|Cc|Objet",
    "es": "De|Enviado|Para|CC|Asunto",
    "es-el": "De|Enviado el|Para|CC|Asunto",
    "pt": "De|Enviado|Para|Cc|Assunto",
    "pt-em": "De|Enviada em|Para|Cc|Assunto",
    "it": "Da|Inviato|A|Cc|Oggetto",
    "nl": "Van|Verzonden|Aan|CC|Onderwerp",
    "sv": "Från|Skickat|Till|Kopia|Ämne",
    "da": "Fra|Sendt|Til|Cc|Emne",
    "nb": "Fra|Sendt|Til|Kopi|Emne",
    "fi": "Lähettäjä|Lähetetty|Vastaanottaja|Kopio|Aihe",
    "pl": "Od|Wysłano|Do|DW|Temat",
    "pl-wys": "Od|Wysłane|Do|DW|Temat",
    "cs": "Od|Odesláno|Komu|Kopie|Předmět",
    "sk": "Od|Odoslané|Komu|Kópia|Predmet",
    "hu": "Feladó|Elküldve|Címzett|Másolatot kap|Tárgy",
    "ro": "De la|Trimis|Către|Cc|Subiect",
    "ro-de": "De|Trimis|Catre|Cc|Subiect",
    "tr": "Gönderen|Gönderildi|Kime|Bilgi|Konu",
    "tr-kimden": "Kimden|Gönderildi|Kime|Bilgi|Konu",
    "ru": "От|Отправлено|Кому|Копия|Тема",
    "uk": "Від|Надіслано|Кому|Копія|Тема",
    "el": "Από|Στάλθηκε|Προς|Κοιν.|Θέμα",
    "bg": "От|Изпратено|До|Копие|Относно",
    "hr": "Od|Poslano|Prima|Kopija|Predmet",
    "sr": "Od|Poslato|Za|Cc|Naslov",
    "sl": "Od|Poslano|Za|Kp|Zadeva",
    "et": "Saatja|Saadetud|Adressaat|Koopia|Teema",
    "lv": "No|Nosūtīts|Kam|Kopija|Temats",
    "lt": "Nuo|Išsiųsta|Kam|Kopija|Tema",
    "ja": "差出人|送信日時|宛先|CC|件名",
    "zh-CN": "发件人|发送时间|收件人|抄送|主题",
    "zh-TW": "寄件者|寄件日期|收件者|副本|主旨",
    "ko": "보낸 사람|보낸 날짜|받는 사람|참조|제목",
    "vi": "Từ|Đã gửi|Đến|Cc|Chủ đề",
    "id": "Dari|Dikirim|Kepada|Cc|Perihal",
    "th": "จาก|ส่ง|ถึง|สำเนา|เรื่อง",
    "he": "מאת|נשלח|אל|עותק|נושא",
    "ar": "من|تم الإرسال|إلى|نسخة|الموضوع",
    "ca": "De|Enviat|Per a|A/c|Assumpte",
}
"""The header block Outlook writes."""

ORIGINAL = {
    "en": "-----Original Message-----",
    "de": "-----Ursprüngliche Nachricht-----",
    "fr": "-----Message d'origine-----",
    "es": "-----Mensaje original-----",
    "pt": "-----Mensagem original-----",
    "it": "-----Messaggio originale-----",
    "nl": "-----Oorspronkelijk bericht-----",
    "sv": "-----Ursprungligt meddelande-----",
    "da": "-----Oprindelig meddelelse-----",
    "nb": "-----Opprinnelig melding-----",
    "fi": "-----Alkuperäinen viesti-----",
    "pl": "-----Oryginalna wiadomość-----",
    "cs": "-----Původní zpráva-----",
    "sk": "-----Pôvodná správa-----",
    "hu": "-----Eredeti üzenet-----",
    "ro": "-----Mesaj original-----",
    "tr": "-----Özgün İleti-----",
    "ru": "-----Исходное сообщение-----",
    "uk": "-----Оригінальне повідомлення-----",
    "el": "-----Αρχικό μήνυμα-----",
    "ja": "-----元のメッセージ-----",
    "zh-CN": "-----原始邮件-----",
    "zh-TW": "-----原始郵件-----",
    "ko": "-----원본 메시지-----",
}

FORWARDED = {
    "en": "---------- Forwarded message ---------",
    "de": "---------- Weitergeleitete Nachricht ---------",
    "fr": "---------- Message transféré ---------",
    "es": "---------- Mensaje reenviado ---------",
    "pt": "---------- Mensagem encaminhada ---------",
    "it": "---------- Messaggio inoltrato ---------",
    "nl": "---------- Doorgestuurd bericht ---------",
    "sv": "---------- Vidarebefordrat meddelande ---------",
    "da": "---------- Videresendt besked ---------",
    "nb": "---------- Videresendt melding ---------",
    "fi": "---------- Välitetty viesti ---------",
    "pl": "---------- Wiadomość przekazana dalej ---------",
    "cs": "---------- Přeposlaná zpráva ---------",
    "sk": "---------- Preposlaná správa ---------",
    "hu": "---------- Továbbított üzenet ---------",
    "ro": "---------- Mesaj redirecționat ---------",
    "tr": "---------- İletilen mesaj ---------",
    "ru": "---------- Пересылаемое сообщение ---------",
    "uk": "---------- Переслане повідомлення ---------",
    "el": "---------- Προωθημένο μήνυμα ---------",
    "bg": "---------- Препратено съобщение ---------",
    "hr": "---------- Proslijeđena poruka ---------",
    "ja": "---------- 転送メッセージ ---------",
    "zh-CN": "---------- 转发邮件 ---------",
    "zh-TW": "---------- 轉寄郵件 ---------",
    "ko": "---------- 전달된 메일 ---------",
    "vi": "---------- Thư được chuyển tiếp ---------",
    "he": "---------- הודעה שהועברה ---------",
}
APPLE_FORWARDED = {
    "en": "Begin forwarded message:",
    "de": "Anfang der weitergeleiteten Nachricht:",
    "fr": "Début du message réexpédié :",
    "es": "Inicio del mensaje reenviado:",
    "pt": "Início da mensagem encaminhada:",
    "it": "Inizio messaggio inoltrato:",
    "nl": "Begin doorgestuurd bericht:",
    "sv": "Vidarebefordrat brev:",
    "da": "Videresendt besked:",
    "nb": "Videresendt melding:",
    "fi": "Välitetty viesti:",
    "pl": "Początek przekazywanej wiadomości:",
    "cs": "Začátek přeposílané zprávy:",
    "sk": "Začiatok preposlanej správy:",
    "hu": "Továbbított levél:",
    "ro": "Începutul mesajului redirecționat:",
    "ru": "Начало переадресованного сообщения:",
    "uk": "Початок листа, що пересилається:",
    "ja": "転送されたメッセージ:",
    "zh-CN": "下面是被转发的邮件：",
    "ko": "전달된 메시지:",
}

DEVICES = (
    "Sent from my iPhone",
    "Sent from my Galaxy",
    "Sent from Yahoo Mail for iPhone",
    "Get Outlook for Android<https://aka.ms/AAb9ysg>",
    "Sent from Outlook for iOS",
    "Sent from Proton Mail for iOS",
    "Von meinem iPhone gesendet",
    "Gesendet von meinem Samsung Galaxy Smartphone.",
    "Gesendet von Outlook für iOS<https://aka.ms/o0ukef>",
    "Envoyé de mon iPhone",
    "Envoyé depuis mon appareil Galaxy",
    "Télécharger Outlook pour iOS",
    "Enviado desde mi iPhone",
    "Obtener Outlook para Android",
    "Enviado do meu iPhone",
    "Obter o Outlook para iOS",
    "Inviato da iPhone",
    "Inviato dal mio Galaxy",
    "Scarica Outlook per iOS",
    "Verstuurd vanaf mijn iPhone",
    "Outlook voor iOS downloaden",
    "Skickat från min iPhone",
    "Hämta Outlook för iOS",
    "Sendt fra min iPhone",
    "Hent Outlook til Android",
    "Lähetetty iPhonesta",
    "Hanki Outlook iOS:lle",
    "Wysłane z iPhone'a",
    "Pobierz aplikację Outlook dla systemu iOS",
    "Odesláno z iPhonu",
    "Odoslané z iPhonu",
    "iPhone-ról küldve",
    "Trimis de pe iPhone-ul meu",
    "iPhone'umdan gönderildi",
    "Отправлено с iPhone",
    "Отправлено из мобильной Почты",
    "Надіслано з iPhone",
    "Изпратено от моя iPhone",
    "Poslano s mog iPhonea",
    "iPhoneから送信",
    "从我的 iPhone 发送",
    "发自我的 iPhone",
    "發自我的 iPhone",
    "從我的 iPhone 傳送",
    "나의 iPhone에서 보냄",
    "Được gửi từ iPhone của tôi",
    "Dikirim dari iPhone saya",
    "ส่งจาก iPhone ของฉัน",
    "נשלח מה-iPhone שלי",
    "Στάλθηκε από το iPhone μου",
)

NOTICES = (
    "This e-mail and any attachments are confidential and intended solely for the addressee. If you have received it in error, please notify the sender and delete it. Any unauthorised disclosure is prohibited.",
    "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte den Absender und löschen Sie diese Mail. Das unerlaubte Kopieren ist nicht gestattet.",
    "Ce message et toutes les pièces jointes sont confidentiels et établis à l'intention exclusive de ses destinataires. Si vous avez reçu ce message par erreur, merci de le détruire. Toute diffusion non autorisée est interdite.",
    "Este mensaje y sus archivos adjuntos son confidenciales y van dirigidos exclusivamente a su destinatario. Si lo ha recibido por error, elimínelo. Queda prohibida su divulgación.",
    "Le informazioni contenute in questo messaggio sono riservate e ad uso esclusivo del destinatario. Se lo avete ricevuto per errore, vi preghiamo di cancellarlo. È vietata la diffusione.",
    "Esta mensagem é confidencial e destina-se apenas ao destinatário. Se a recebeu por engano, apague-a. É proibida a sua divulgação.",
    "Dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde. Indien u dit bericht abusievelijk heeft ontvangen, verwijder het dan. Openbaarmaking is niet toegestaan.",
    "Wiadomość ta jest poufna i przeznaczona wyłącznie dla adresata. Jeśli otrzymali ją Państwo omyłkowo, prosimy ją usunąć. Rozpowszechnianie jest zabronione.",
    "Настоящее сообщение является конфиденциальным и предназначено только для адресата. Если вы получили его по ошибке, удалите его. Распространение запрещено.",
    "Detta meddelande är konfidentiellt och avsett för mottagaren. Om du fått det av misstag, radera det. Spridning är förbjuden.",
    "Bu e-posta gizli bilgiler içerir ve yalnızca alıcısı içindir. Yanlışlıkla aldıysanız lütfen siliniz. Dağıtılması yasaktır.",
    "本邮件及其附件含有保密信息，仅限于发送给上面地址中列出的收件人。禁止任何其他人以任何形式使用。如果您错收了本邮件，请您立即删除本邮件！本邮件及其附件含有保密信息，仅限于发送给上面地址中列出的收件人，禁止任何其他人以任何形式使用，请您立即删除本邮件。",
)


@dataclass(frozen=True)
class Made:
    """A mail that was made: what its writer wrote, and the whole."""

    name: str
    reply: str
    text: str = ""
    html: str = ""


def introductions() -> list[tuple[str, str]]:
    """(program and language, the line above a quote)."""
    tables = (("gmail", GMAIL), ("apple", APPLE), ("thunderbird", THUNDERBIRD), ("yahoo", YAHOO), ("other", OTHERS))
    return [
        (f"{program} {tongue}", line.format(n=NAME, a=ADDRESS))
        for program, lines in tables
        for tongue, line in lines.items()
    ]


def folded(line: str, width: int = 72) -> str:
    """As programs fold an introduction that is too long for a line: before the address or the last word."""
    if len(line) <= width or "<" not in line:
        return line
    head, _, tail = line.partition("<")
    return f"{head}<\n{tail}"


def headers(tongue: str, *, clock: bool = True) -> list[str]:
    """A header block as Outlook writes it."""
    sender, sent, to, cc, subject = FIELDS[tongue].split("|")
    date = "Thursday, June 26, 2025 14:14" if clock else "26.06.2025"
    return [
        f"{sender}: {NAME} <{ADDRESS}>",
        f"{sent}: {date}",
        f"{to}: bo@haus.example",
        f"{cc}: Kim <kim@haus.example>",
        f"{subject}: Termin",
    ]


def quoted(text: str) -> str:
    """Every line with the mark of a quote."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _div(text: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))


def _address_link(line: str) -> str:
    return escape(line).replace(f"&lt;{ADDRESS}&gt;", f'&lt;<a href="mailto:{ADDRESS}">{ADDRESS}</a>&gt;')


def gmail_html(reply: str, line: str, old: str) -> str:
    return (
        f'<div dir="ltr">{_div(reply)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f'{_address_link(line)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        f'rgb(204,204,204);padding-left:1ex"><div dir="ltr">{_div(old)}</div></blockquote></div>'
    )


def apple_html(reply: str, line: str, old: str) -> str:
    return (
        f'<html><body dir="auto">{_div(reply)}<br><div dir="ltr"><blockquote type="cite">{_address_link(line)}<br><br></blockquote></div>'
        f'<blockquote type="cite"><div dir="ltr">\ufeff{_div(old)}</div></blockquote></body></html>'
    )


def apple_mac_html(reply: str, line: str, old: str) -> str:
    return (
        f'<html><body>{_div(reply)}<div><br><blockquote type="cite"><div>{_address_link(line)}</div><br class="Apple-interchange-newline">'
        f"<div>{_div(old)}</div></blockquote></div><br></body></html>"
    )


def thunderbird_html(reply: str, line: str, old: str) -> str:
    return (
        f'<body text="#000000" bgcolor="#FFFFFF"><p>{escape(reply).replace(chr(10), "<br>")}</p><div class="moz-cite-prefix">'
        f'{_address_link(line)}<br></div><blockquote type="cite" cite="mid:1@x">{_div(old)}</blockquote></body>'
    )


def yahoo_html(reply: str, line: str, old: str) -> str:
    return (
        f'<div class="ydp1yahoo-style-wrap">{_div(reply)}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>{_address_link(line)}</div>'
        f"<div><br></div><div>{_div(old)}</div></div>"
    )


def plain_blockquote_html(reply: str, line: str, old: str) -> str:
    return f"<p>{escape(reply).replace(chr(10), '<br>')}</p><p>{_address_link(line)}</p><blockquote>{_div(old)}</blockquote>"


def outlook_html(reply: str, fields: list[str], old: str, line: str = "#E1E1E1") -> str:
    block = "<br>".join(
        f"<b>{escape(field.partition(':')[0])}:</b>{escape(field.partition(':')[2])}" for field in fields
    )
    paragraphs = "".join(
        f'<p class="MsoNormal">{escape(part) or "&nbsp;"}<o:p></o:p></p>' for part in reply.split("\n")
    )
    return (
        f'<body lang="EN"><div class="WordSection1">{paragraphs}<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;'
        f'border-top:solid {line} 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">{block}<o:p></o:p></p></div></div>{_div(old)}</div></body>'
    )


def outlook_web_html(reply: str, fields: list[str], old: str) -> str:
    block = "<br>".join(
        f"<b>{escape(field.partition(':')[0])}:</b>{escape(field.partition(':')[2])}" for field in fields
    )
    return (
        f'<body dir="ltr">{_div(reply)}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{block}</font><div>&nbsp;</div></div>{_div(old)}</body>'
    )


WRITERS = {
    "gmail": gmail_html,
    "apple": apple_html,
    "apple mac": apple_mac_html,
    "thunderbird": thunderbird_html,
    "yahoo": yahoo_html,
    "plain": plain_blockquote_html,
}
"""How programs put an introduction and a quote into HTML."""
