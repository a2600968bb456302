"""Mail that brings codes, and ordinary mail with other numbers, written after the finder, which was mended with one since."""

from typing import Final

CODES: Final = {
    "en": (
        "New sign-in to your {b} account\n\nSomeone just entered your password. If it was you, here's the code to finish: {code}\n\nIt works for the next 10 minutes.",
        "Welcome to {b}!\n\nBefore you start, prove this is your address.\n\nYour activation code\n\n{code}\n\nSee you inside.",
        "{b}: confirm a payment\n\nTo approve {p} to {b} on {d}, enter {code} in the app. Don't tell anyone this code, not even us.",
        "Recovery codes\n\nKeep these recovery codes somewhere safe:\n\n{code}\n\nEach can be used once.",
    ),
    "de": (
        "Neue Anmeldung\n\nDein Sicherheitscode für {b}: {code}. Teile ihn mit niemandem.",
        "Willkommen bei {b}\n\nBitte gib zur Bestätigung deiner E-Mail-Adresse den folgenden Code ein:\n\n{code}\n\nEr ist eine Stunde gültig.",
    ),
    "fr": ("Code {b}\n\nVotre code d'accès temporaire est le suivant : {code}. Il est valable une seule fois.",),
    "es": ("Acceso a {b}\n\nEste es tu código para entrar: {code}\n\nVence en 15 minutos.",),
    "it": ("Accesso a {b}\n\nEcco il codice per accedere: {code}\n\nScade tra 15 minuti.",),
    "pt": ("Acesso à {b}\n\nAqui está o seu código para entrar: {code}\n\nVálido por 15 minutos.",),
    "nl": ("Toegang tot {b}\n\nHier is je code om in te loggen: {code}\n\nGeldig gedurende 15 minuten.",),
    "pl": ("Dostęp do {b}\n\nOto Twój kod do logowania: {code}\n\nWażny przez 15 minut.",),
    "ru": ("Доступ к {b}\n\nВот ваш код для входа: {code}\n\nОн действует 15 минут.",),
    "ja": ("{b}へのログイン\n\nログイン用の認証番号は次のとおりです。\n{code}\n15分以内に入力してください。",),
    "zh": ("登录{b}\n\n您好，您的登录验证码为 {code} ，请于15分钟内填写。",),
}
ORDINARY: Final = {
    "en": (
        "Delivery update\n\nYour parcel {n} left our depot on {d}. Reference {w}. Show the collection code {s} at the counter before {d}. Charges paid: {p}.",
        "Ticket {w}\n\nYour ticket number is {n}. Gate {s}, row 12. Sign in to your account to transfer it: {shop}",
        "Minutes\n\nWe agreed on {p} for {y}. Ana will verify the {n} records by {d}; call {t} if the door code {s} fails.",
        "Your invoice {n} is ready\n\nAmount due {p} by {d}. Customer number {n}. Use reference {w} when you pay. Log in to see all invoices: {shop}",
    ),
    "de": ("Versandbestätigung\n\nIhre Sendung {n} ist unterwegs. Abholcode {s}, gültig bis {d}. Auftrag {w}, {p}.",),
    "fr": ("Votre facture {n}\n\nMontant {p}, échéance {d}. Référence client {w}. Code de retrait {s}.",),
    "es": ("Tu envío {n}\n\nCódigo de recogida {s}, válido hasta {d}. Importe {p}. Referencia {w}.",),
    "it": ("La tua spedizione {n}\n\nCodice di ritiro {s}, valido fino al {d}. Importo {p}. Riferimento {w}.",),
    "pt": ("O seu envio {n}\n\nCódigo de levantamento {s}, válido até {d}. Valor {p}. Referência {w}.",),
    "nl": ("Je zending {n}\n\nAfhaalcode {s}, geldig tot {d}. Bedrag {p}. Referentienummer {w}.",),
    "pl": ("Twoja przesyłka {n}\n\nKod odbioru {s}, ważny do {d}. Kwota {p}. Numer zamówienia {n}.",),
    "ru": ("Ваша посылка {n}\n\nКод получения {s}, действует до {d}. Сумма {p}. Номер заказа {n}.",),
    "ja": ("お届け予定のお知らせ\n\nお問い合わせ番号：{n}\n受取番号：{s}\nお届け日：{d}\n合計：{p}",),
    "zh": ("包裹到达通知\n\n您的快递单号：{n}，取件码 {s}，请于 {d} 前取件。金额 {p}。",),
}
