"""The names of header fields as mail programs write them above a quoted or forwarded message."""

# ruff: noqa: E501 (words are data, in their own scripts)

from typing import Final

_FIELDS: Final = {
    "from": "from|von|de|da|van|från|fra|frá|frå|od|lähettäjä|feladó|küldő|kimden|gönderen|от|від|від кого|отправитель|"
    "відправник|от кого|από|αποστολέας|expéditeur|remitente|remetente|mittente|afzender|absender|avsändare|afsender|"
    "avsender|nadawca|odesílatel|odosielateľ|de la|expeditor|šalje|pošiljatelj|од|šalje od|din|saatja|no|nuo|siuntėjas|"
    "sūtītājs|差出人|送信者|送信元|发件人|寄件者|寄件人|發件人|보낸 사람|보낸사람|발신|từ|người gửi|dari|pengirim|จาก|מאת|من|از|"
    "kutoka kwa",
    "sent": "sent|gesendet|gesendet am|envoyé|envoyée|envoyé le|enviado|enviado el|enviada|enviada em|enviado em|"
    "enviada a|inviato|inviato il|verzonden|verzonden op|skickat|skickat den|sendt|sendt den|wysłano|wysłane|odesláno|"
    "odoslané|odoslané dňa|lähetetty|lähetysaika|küldve|elküldve|gönderildi|gönderilme|gönderilme tarihi|gönderim tarihi|"
    "отправлено|отправлен|послано|надіслано|відправлено|изпратено|送信日時|发送时间|寄件日期|寄件時間|發送時間|傳送時間|보낸 날짜|보낸 시간|"
    "보낸날짜|trimis|poslano|poslato|послато|saadetud|nosūtīts|išsiųsta|στάλθηκε|εστάλη|đã gửi|gửi|dikirim|ส่ง|ส่งเมื่อ|"
    "נשלח|נשלח ב|تم الإرسال|تاريخ الإرسال|أُرسلت|ارسال شده|enviat|data d'enviament|sent at|sent on",
    "date": "date|datum|datum/tid|fecha|data|dato|dátum|päivämäärä|päiväys|tarih|дата|日付|日期|时间|時間|날짜|"
    "дата и время|ημερομηνία|ημ/νία|kuupäev|datums|message du|date and time|datum und uhrzeit|date et heure|ngày|tanggal|วันที่|"
    "תאריך|التاريخ|تاريخ|تاریخ|dags|datë|date sent",
    "to": "to|an|à|a|para|naar|aan|till|til|do|pro|pre|komu|kome|vastaanottaja|címzett|címzettek|kime|alıcı|кому|до|за|"
    "宛先|受信者|收件人|收件者|받는 사람|받는사람|수신|către|catre|prima|primatelj|za|adressaat|saaja|kam|adresāts|gavėjas|iki|"
    "προς|παραλήπτης|destinataire|destinataires|destinatario|destinatari|destinatário|adresat|pour|per a|ontvanger|"
    "empfänger|mottagare|modtager|mottaker|příjemce|príjemca|получатель|отримувач|tới|đến|người nhận|kepada|untuk|ถึง|"
    "אל|إلى|الى|به|sent to",
    "cc": "cc|kopie|kopie an|copie|copie à|copia|cópia|kopia|kopi|kópia|kópie|kopija|másolatot kap|másolat|bilgi|копия|"
    "копія|копие|抄送|副本|참조|kopio|dw|do wiadomości|κοιν|κοιν.|koopia|kp|tembusan|สำเนา|สำเนาถึง|עותק|نسخة|cc à|"
    "kopie (cc)|bcc",
    "subject": "subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|předmět|predmet|aihe|tárgy|"
    "konu|тема|件名|主题|主旨|主題|제목|subiect|teema|zadeva|naslov|относно|temats|tēma|tema|θέμα|assumpte|chủ đề|tiêu đề|"
    "perihal|subjek|เรื่อง|หัวเรื่อง|נושא|הנדון|الموضوع|موضوع|efni",
    "reply-to": "reply-to|reply to|antwort an|répondre à|responder a|responder para|rispondi a|risposta|antwoord|"
    "beantwoorden aan|svar till|svar til|vastaus|odpowiedź do|odpověď|válaszcím|yanıt|кому ответить|返信先|回复",
    "importance": "importance|wichtigkeit|importancia|importância|priority|priorität|sensitivity|attachments|anlagen|"
    "pièces jointes|datos adjuntos|anexos|allegati|bijlagen|bilagor|załączniki|organization|organisation|list-id|"
    "message-id",
}
"""English field and what it is called."""

FIELD_OF: Final = {word: field for field, words in reversed(_FIELDS.items()) for word in words.split("|")}
MAX_LABEL: Final = max(map(len, FIELD_OF))
COUNTED: Final = frozenset(("from", "sent", "date", "to", "cc", "subject"))
"""Fields that tell a header from a form; the others may stand between them."""
