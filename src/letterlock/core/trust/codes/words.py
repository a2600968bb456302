"""The words that mail about codes is written with, in some twenty languages, as parts of regular expressions.

All are matched against text in lower case, its full-width letters and digits made plain (`fold`). Each is a list of
plain alternatives with bounded gaps, so that what is made of them is linear.
"""

from typing import Final

from letterlock.core.words import word_set

STRONG: Final = (
    # English
    r"(?:verif(?:ication|y)|one[- ]time|single[- ]use|security|authenticat(?:ion|or)|log[- ]?in|sign[- ]?in"
    r"|sign[- ]?up"
    r"|log[- ]?on|activation|two[- ]?(?:factor|step)|2[- ]?step|2fa|mfa|recovery|back[- ]?up|reset|device|unlock"
    r"|otp|otac"
    r"|magic|passwordless|temporary|dynamic|auth|e-?mail)(?: (?:access|verification|security|log-?in|e-?mail|account"
    r"|authentication|confirmation|use|password|sign-?in|recovery))?[- ](?:codes?|pass-? ?codes?|passwords?|pins?"
    r"|tokens?"
    r"|pass ?keys?)\b",
    r"\botps?\b|verification (?:number|key)|code (?:to|for) (?:sign|log|verif|authenticat|confirm|reset|complete)"
    r"|codes? used to (?:sign|log)|one[- ]time (?:key|pass)\b",
    # German
    r"(?:verifizierungs|verifikations|bestätigungs|sicherheits|anmelde|log-?in|einmal|authentifizierungs"
    r"|authentisierungs"
    r"|aktivierungs|freischalt|zugangs|wiederherstellungs|rücksetz|zurücksetzungs|prüf|backup|2fa|registrierungs"
    r"|identifikations|geräte|otp|freigabe|e-?mail|einmalige[rsn]?|temporäre[rsn]?|sms|notfall|ersatz)[- ]?(?:codes?"
    r"|passw(?:ort|örter)|kennwort|passcode|pin|tan|token)\b|\bm?tan\b|code (?:zu[rm]|für (?:die|den|das)) (?:anmeld"
    r"|einlogg|bestätig|verifi|login|zurücksetz|registrier)",
    # French
    r"codes? (?:de |d['’]|à |secret |temporaire |unique )(?:vérif|verif|sécurité|connexion|validation|usage|authentif"
    r"|activation|accès|identification|récup|réinit|secours|confirmation|inscription|d)|codes? (?:temporaire"
    r"|unique|otp)\b"
    r"|mots? de passe (?:à usage|temporaire|provisoire|unique|jetable)",
    # Spanish
    r"c[óo]digos? (?:de |para |temporal|único|otp)(?:verific|seguridad|confirma|acceso|autentic|activa|inicio"
    r"|validaci"
    r"|recupera|un solo|uso único|único uso|identific|registro|restable|iniciar|acceder|entrar|respaldo|\b)"
    r"|contraseñas? (?:de un|temporal|provisional|única|de uso)|claves? (?:de acceso|de seguridad|de un|de verif"
    r"|dinámica"
    r"|temporal|única)",
    # Italian
    r"codic[ei] (?:di |d['’]|per |monouso|otp|temporane|usa e getta|segreto|una tantum|unico)(?:verific|sicurezza"
    r"|conferma"
    r"|accesso|autentic|attivaz|convalid|recuper|identific|registraz|sblocco|login|ripristin|accedere|backup|\b)"
    r"|password (?:monouso|temporanea|provvisoria|usa e getta|otp)",
    # Portuguese
    r"c[óo]digos? (?:de |para |temporário|único|otp)(?:verific|segurança|confirma|acesso|autentic|ativa|login|valida"
    r"|recupera|uso único|início|identific|cadastro|redefini|utilização|entrar|acessar|\b)|senhas? (?:temporária"
    r"|de uso"
    r"|descartável|provisória|única)|palavras?-passe (?:temporária|de utiliz|única|provisória)",
    # Dutch
    r"(?:verificatie|bevestigings|beveiligings|inlog|toegangs|eenmalige?|authenticatie|activerings|activatie|aanmeld"
    r"|herstel|login|controle|validatie|tweestaps|back-?up|reset|tijdelijke?)[- ]?(?:(?:inlog|toegangs"
    r"|verificatie)?codes?"
    r"|wachtwoord(?:en)?|pin(?:code)?)\b|code om (?:in te|je|uw|te)",
    # Polish
    r"(?:kod(?:u|em|y|ów)?|hasł[oaeu]m?|pin) (?:weryfikacyjn|potwierdzając|potwierdzenia|bezpieczeństwa|jednorazow"
    r"|autoryzacyjn|aktywacyjn|uwierzytelniając|logowania|dostępu|do logowania|zabezpieczając|sms|tymczasow"
    r"|odzyskiwania"
    r"|dostępow|do weryfikacji|zapasow|do potwierdzenia)|jednorazow\w{1,4} (?:kod|hasł)|tymczasow\w{1,4} (?:kod"
    r"|hasł)",
    # Russian, Ukrainian
    r"код\w{0,3} (?:подтверж|провер|безопас|доступа|авториз|актива|входа|верифи|для входа|для подтв|для авт|восстанов"
    r"|аутенти|из (?:sms|смс|письма)|підтвер|перевір|безпеки|доступу|входу|авториз|активац|для входу)"
    r"|(?:одноразов|проверочн|временн|секретн|защитн|тимчасов|резервн)\w{1,4} (?:код|парол)|(?:пин|pin)-код",
    # Japanese
    r"(?:認証|検証|ワンタイム|ログイン|サインイン|承認|アクティベーション|本人確認|段階認証|復旧|バックアップ"
    r"|リカバリー?"
    r"|一時|仮|再設定|セキュリティ)(?:用)?(?:の)?(?:コード|番号|パスワード|パスコード|キー|ピン|pin|暗証)"
    r"|確認(?:用)?(?:コード|キー)"
    r"|アクセスコード|ワンタイムパス",
    # Chinese
    r"(?:验证|驗證|校验|校驗|动态|動態|确认|確認|安全|登录|登入|登錄|激活|啟用|一次性|临时|臨時|认证|認證|恢复"
    r"|備用|备用|随机)"
    r"(?:码|碼|密码|密碼|口令|代码|代碼|pin)",
    # Korean
    r"(?:인증|확인|보안|로그인|일회용|임시|otp|복구|백업)\s?(?:코드|번호|비밀번호|암호|핀)",
    # Turkish
    r"(?:doğrulama|onay|güvenlik|giriş|tek kullanımlık|etkinleştirme|aktivasyon|kurtarma|geçici) (?:kod|şifre"
    r"|parola|pin)",
    # Swedish, Danish, Norwegian, Finnish
    r"(?:verifierings|bekräftelse|säkerhets|engångs|inloggnings|autentiserings|aktiverings|återställnings"
    r"|verifikations"
    r"|verificerings|bekræftelses|sikkerheds|engangs|login|godkendelses|bekreftelses|sikkerhets|innloggings"
    r"|påloggings"
    r"|tofaktor|verifiserings)[- ]?(?:kod|lösenord|passord|adgangskod|pin)|(?:vahvistus|turva|kertakäyttö|kirjautumis"
    r"|todennus|aktivointi|varmistus)\w{0,4}(?:koodi|salasana|luku)",
    # Czech, Slovak, Hungarian, Romanian, Greek
    r"(?:ověřovací|potvrzovací|bezpečnostní|jednorázov\w{1,3}|přihlašovací|aktivační|overovací|bezpečnostný"
    r"|autorizační)"
    r" (?:kód|heslo|pin)|(?:ellenőrző|megerősítő|biztonsági|hitelesítő|egyszer használatos|belépési"
    r"|aktiváló)[ -]?(?:kód"
    r"|jelszó)|cod\w{0,3} (?:tău |dvs\. )?(?:de )?(?:verificare|confirmare|securitate|acces|autentificare"
    r"|activare|unic)"
    r"|κωδικ\w{1,4} (?:επαλήθευ|ασφαλ|επιβεβ|μίας χρ|μιας χρ|πρόσβ|ενεργοπ|σύνδεσ)",
    # Arabic, Hindi, Indonesian, Vietnamese, Thai
    r"קוד ה?(?:אימות|אבטחה|כניסה|התחברות|גישה|הפעלה)"
    r"|(?:رمز|كود) (?:التحقق|التأكيد|الأمان|تسجيل|الدخول|التفعيل|المرور|لمرة)|(?:सत्यापन|वन.?टाइम|ओटीपी|सुरक्षा"
    r"|पुष्टि) ?(?:कोड|पासवर्ड)"
    r"|kode (?:verifikasi|otp|keamanan|konfirmasi|aktivasi|akses|masuk)|mã (?:xác|bảo mật|otp|đăng nhập|kích hoạt"
    r"|truy cập)"
    r"|รหัส(?:ยืนยัน|\s?otp|ผ่านครั้ง|ความปลอดภัย)",
)
"""A name that nothing but a secret to be typed in has."""

WEAK: Final = (
    r"codes?\b|\bpin\b|pass-?codes?\b|passwords?\b|passwor[td]\b|kennwort\b|mot de passe|c[óo]digos?\b|\bclave\b"
    r"|contraseña\b|codice\b|senha\b|palavra-passe|wachtwoord\b|\bkod(?:u|em|y|unuz|en|et)?\b|hasło\b|\bкод(?:а"
    r"|ом|у)?\b"
    r"|парол[ья]\b|コード|パスワード|码|碼|口令|코드|비밀번호|şifre\w{0,4}|kode[nr]?\b|kód\w{0,2}\b|\bcod\w{0,3}\b"
    r"|κωδικ\w{1,4}|رمز|कोड|\bmã\b|รหัส|確認番号|confirmation number",
)
"""A name that other things than secrets have too: something else must say what it is for."""

OTHER: Final = (
    r"(?:discount|promo(?:tion(?:al)?)?|coupon|voucher|gift(?: card)?|referral|invit(?:e|ation)|offer|postal|zip|area"
    r"|country|dialling|qr|bar|error|status|source|product|item|tracking|shipping|order|booking|reservation|customer"
    r"|dress|swift|sort|bank|tax|vat|colou?r|model|part|batch|race|course|class|room|door|gate|locker|pick-?up"
    r"|collection"
    r"|meeting|conference|dial-in|webinar|airport|airline|flight|record locator|exit|return|rma|merchant"
    r"|authori[sz]ation|loyalty|rewards?|bonus|members?(?:hip)?|entry|lock-?box|team|redemption|affiliate"
    r"|partner|campaign|delivery"
    r"|approval|terminal|style|dlc|game|licen[cs]e|wi-?fi|wlan|guest) (?:codes?|pass-?codes?|passwords?|pins?"
    r"|keys?|no\.?"
    r"|numbers?|ids?)\b",
    r"\b(?:orders?|invoices?|bookings?|reservations?|receipts?|tickets?|cases?|references?|refs?|tracking"
    r"|shipments?|parcels?"
    r"|policy|contracts?|account (?:no|number|id)|customer (?:no|number|id)|tel|fax|call|hotline|versions?"
    r"|builds?|models?"
    r"|sku|articles?|items?|totals?|amounts?|subtotals?|price|balance|iban|bic|vat|flights?|seats?|rooms?|gates?"
    r"|pages?"
    r"|meeting(?: id)?|ending(?: in)?|ends in|issues?|pull request|commit|statement|suite|p\.?o\.? box|id|no|nr"
    r"|n°|#|№)\s?[.:#]?\s?\Z"
    r"|\b(?:since|of|until|year|copyright|©|street|transaction|payment) ?\Z",
    # German
    r"(?:rabatt|gutschein|aktions|buchungs|bestell|kunden|sendungs|tracking|post|abhol|storno|fehler|qr-?|strich"
    r"|artikel"
    r"|produkt|vorwahl|versand|paket|reservierungs|ticket|vertrags|rechnungs|auftrags|vorgangs|mitglieds|referenz"
    r"|konto"
    r"|tür|wlan|w-lan|termin|zimmer|flug|länder|bank|steuer|telefon|meeting)[- ]?(?:codes?|nummer|nr\.?|passwort"
    r"|leitzahl"
    r"|kennung|zahl|id)\b|\b(?:bestellung|rechnung|auftrag|vorgang|betrag|summe|gesamt|preis|tel(?:efon)?|plz"
    r"|seit|im jahr"
    r"|endend auf|kundennr|rufnummer|endziffern?|lieferung|sendung|vertrag|buchung)\s?[.:#]?\s?\Z",
    # French
    r"codes? (?:promo|postal|de réduction|de suivi|barres?|qr|de réservation|client|article|produit|erreur"
    r"|d['’]erreur|cadeau"
    r"|de retrait|de commande|avantage|parrainage|réf|iban|guichet|couleur|de la porte|porte)|\b(?:commande|facture"
    r"|réservation|dossier|référence|réf|suivi|colis|montant|total|prix|tél|téléphone|vol|siège|article|contrat|se"
    r" terminant par|depuis|en|numéro|n°)\s?[.:#]?\s?\Z",
    # Spanish, Portuguese
    r"c[óo]digos? (?:postal|promocional|de descuento|de desconto|de seguimiento|de rastreio|rastreamento"
    r"|de reserva|qr|de barras"
    r"|de cliente|de producto|do produto|de error|de erro|de referencia|de recogida|de retirada|de levantamento"
    r"|de envío"
    r"|cup[óo]n|cupom|de cup|de pedido|do pedido|de oferta|promo|swift|de área|da reserva|de vuelo|de invitación"
    r"|de convite)"
    r"|\b(?:pedido|factura|fatura|reserva|expediente|referencia|referência|seguimiento|rastreio|envío|encomenda"
    r"|importe"
    r"|total|precio|preço|valor|tel|teléfono|telefone|vuelo|voo|asiento|art[íi]culo|contrato|terminada en|final"
    r"|desde|nota"
    r" fiscal|protocolo|cep|número|nº)\s?[.:#]?\s?\Z",
    # Italian
    r"codice (?:sconto|fiscale|postale|prenotazione|di prenotazione|cliente|ordine|promo|coupon|a barre|qr"
    r"|articolo|prodotto|di"
    r" tracciamento|tracking|spedizione|errore|avviamento|iban|volo|ritiro|di ritiro|invito|amico)|\b(?:ordine"
    r"|fattura"
    r"|prenotazione|pratica|riferimento|spedizione|importo|totale|prezzo|tel|telefono|volo|posto|articolo|contratto"
    r"|che termina con|dal|cap|numero|n\.)\s?[.:#]?\s?\Z",
    # Dutch, Polish
    r"(?:kortings|actie|boekings|bestel|klant|post|track(?:ing| ?& ?trace)?|afhaal|reserverings|factuur|product"
    r"|artikel|waarde|qr-?"
    r"|streepjes|fout|cadeau|order|zending|referentie)[- ]?(?:codes?|nummer|nr\.?)\b|\b(?:bestelling|factuur"
    r"|boeking|totaal|bedrag"
    r"|prijs|tel|telefoon|eindigend op|sinds)\s?[.:#]?\s?\Z|kod(?:u|em|y)? (?:rabatow|promocyjn|pocztow|kreskow"
    r"|qr|odbioru|produktu"
    r"|błędu|zamówienia|rezerwacji|zniżkow|bonow|nadania|śledzenia|polec)|\b(?:zamówieni[ea]|faktur[ay]"
    r"|rezerwacj[ai]|przesyłk[ai]"
    r"|paczk[ai]|kwota|suma|cena|tel|telefon|umow[ay]|numer|nr|od)\s?[.:#]?\s?\Z",
    # Russian
    r"(?:промо-?|почтовый |товарный |штрих-?|qr-?|ко?д )код|код\w{0,2} (?:товара|заказа|города|страны|получения"
    r"|отслеж|брони|скидки"
    r"|купона|ошибки|выдачи|посылки|приглаш)|\b(?:заказ\w{0,2}|счет\w{0,2}|счёт\w{0,2}|бронь|брони\w{0,6}"
    r"|накладн\w{1,3}|посылк\w"
    r"|сумма|итого|цена|тел|телефон|рейс|место|артикул|договор\w{0,2}|номер|№|с)\s?[.:#]?\s?\Z",
    # Chinese, Japanese, Korean
    r"(?:クーポン|割引|プロモーション|キャンペーン|注文|予約|追跡|郵便|製品|商品|お客様|会員|受付|伝票"
    r"|問い?合わせ|請求|契約|口座|便名"
    r"|座席|紹介|招待|受取|登録|管理|電話|エラー|銀行|支店|整理|受注)(?:コード|番号|ナンバー|id)|(?:优惠|優惠"
    r"|折扣|促销|订单|訂單|快递"
    r"|快遞|邮政|郵遞|取件|取货|取貨|运单|運單|兑换|兌換|商品|产品|会员|發票|发票|合同|二维|條|条形|追踪|航班"
    r"|预订|預訂|单|提货|邀请|邀請"
    r"|错误)(?:码|碼|号码|號碼|编号|編號|号|號|代码)|(?:쿠폰|할인|주문|예약|송장|운송장|우편|상품|고객|회원|초대"
    r"|추천|qr|오류)\s?(?:코드|번호)"
    r"|(?:电话|電話|金额|金額|合计|總計|总计|价格|合計|価格|総額|税込|전화|금액|합계)\s?[:：]?\s?\Z",
    # Turkish, Nordic
    r"(?:indirim|promosyon|kupon|posta|sipariş|takip|ürün|rezervasyon) (?:kod|numara|no)\w{0,3}|(?:rabatt|rabat"
    r"|kampanj|kampagne"
    r"|ordre|order|boknings|bookings?|sporings|spårnings|post|kund|kunde)[- ]?(?:kode?n?|nummer|nr\.?)\b",
)
"""A name of another number. What ends in `\\Z` counts only right before the number."""

_YOUR = (
    r"\b(?:your|ihr|dein|euer|votre|ton|tu|su|(?:il )?(?:tuo|suo)|(?:o )?(?:teu|seu|vosso)|je|jouw|uw|twój"
    r"|państwa|ваш|твой"
    r"|твій|din|ditt|váš|tvůj|a te|az ön|codul|senin)"
)
_CODE = (
    r"(?:codes?|pass-?codes?|pin(?:code)?|otp|kode?n?|c[óo]digo|codice|cód|kód|koodi|код|пароль|kodunuz|kodun|kody)\b"
    r"(?! of\b)"
)
_NAME = r"(?: (?!(?:to|of|and|or) )[\w&.'’-]{1,24})"
_TYPE = (
    r"\b(?:enter|use|type|input|gib|geben sie|verwenden? sie|nutzen sie|nutze|verwende|saisissez|entrez"
    r"|utilisez|introduce"
    r"|introduzca|ingresa|ingrese|usa|utiliza|inserisci|digita|utilizza|digite|insira|introduza|utilize|voer"
    r"|gebruik|wpisz"
    r"|wprowadź|użyj|введите|используйте|ange|använd|indtast|brug|bruk)\b"
)
_ITS_CODE = (
    r"\b(?:kódod|kódja|codul (?:tău|dvs\.?|dumneavoastră))|κωδικός (?:\w{1,20} )?σας|קוד (?:\w{1,12} )?שלך|הקוד שלך"
)
"""The same where whose it is is told within or behind the word."""
_FOR = r"(?: (?:for|für|pour|para|per|voor|dla|для|för|til)?" + _NAME + r"{1,4}?)?"
YOURS_BEFORE: Final = (
    rf"(?:{_ITS_CODE}|{_YOUR}{_NAME}{{0,4}}?[ -]?{_CODE}{_FOR})"
    r"(?: ?(?:is|lautet|ist|est|es|è|é|jest|je|to|är|er|on|este|είναι|הוא))? ?[:：=>—–-]?[\s\"'“„«*]{0,4}\Z"
)
"""Whose code it is and that it is the number that follows: "your Acme code is"."""
YOURS_AFTER: Final = (
    r"[\s\"'”»*]{0,3}(?:is|ist|est|es|è|é|jest|to|är|er|on)?[ ,:—–-]{0,4}" + _YOUR + _NAME + r"{0,4}?[ -]?" + _CODE
)
"""As in "928174 is your Acme code"."""
USED_BEFORE: Final = _TYPE + r"[\s\"'“„«*]{1,4}\Z"
USED_AFTER: Final = (
    r"[\s\"'”»*]{0,3}(?:ein,? ?)?(?:in ?,? ?)?(?:to|as|um|pour|para|per|om|aby|żeby|чтобы|для|för att|for at|for å)"
    r" [^.!?\n]{0,40}?(?:verif|vérif|confirm|log|sign|authent|activat|reset|finish|complete|continue|bestätig"
    r"|an(?:zu)?meld"
    r"|ein(?:zu)?logg|connect|accéd|iniciar|acced|entrar|inloggen|in te loggen|bevestig|zalogow|potwierd"
    r"|подтверд|вход|войти"
    r"|bekräft|bekræft|bekreft)"
)
"""What is to be typed in, and what for: "use … to verify"."""
TYPED_BELOW: Final = _TYPE + r"[^.!?\n]{0,70}[:.：]?[\s*_>#\"'“„«|]{1,8}\Z"
"""A sentence that asks for what stands by itself below it to be typed in."""
LABEL_LINE: Final = r"(?:\A|\n)[ \t*_>#]{0,4}(?:" + _CODE + r")[ \t*_:：]{0,3}\n{1,3}[ \t*_>#]{0,4}\Z"
"""A line that says no more than "Code"."""

EXPIRES: Final = (
    r"expir|valid|gültig|läuft|abläuft|verfällt|valable|válid|caduc|vence|scad|valevol|geldig|verlo(?:opt|pen)"
    r"|ważn|wygas|traci"
    r"|действ|истека|срок|дійсн|有効|失効|有效|过期|過期|失效|유효|만료|geçerli|giltig|gyldig|utløp|udløb"
    r"|voimassa|vanhen|platn|plati"
    r"|érvényes|lejár|valabil|ισχύ|صالح|berlaku|kedaluwarsa|hiệu lực|หมดอายุ|मान्य|work|good for|active for"
    r"|fonctionne|dur[ae]"
)
UNITS: Final = (
    r"minut|\bmins?\b|\bhours?\b|\bhrs?\b|stunde|heure|\bhoras?\b|\bore\b|\bora\b|\buur\b|godzin|минут|хвилин"
    r"|\bчас|годин|分|時間|小时"
    r"|小時|분|시간|dakika|saat|tim(?:me|er|ar)|tunti|tuntia|hodin|perc|óra|λεπτ|ώρ|دقي|ساع|menit|\bjam\b|phút"
    r"|giờ|นาที|मिनट|घंट"
    r"|once|einmal|une seule fois|una sola vez|una volta|uma vez|één keer|jeden raz|один раз"
)
"""Within a clause of each other these say that something ends soon."""

KEEP: Final = (
    r"(?:do not|don['’]t|never|not to) (?:share|forward|give|disclose|tell|reveal|send)|(?:never"
    r"|not) ask (?:you )?for"
    r"|fragen .{0,12}nie|demander\w{0,4} jamais|(?:nunca|jamás) (?:te |le |lo |la |o |a )?(?:pedir|solicit|inform"
    r"|facilit)|chieder\w{0,4} mai"
    r"|vragen .{0,12}nooit|nigdy nie (?:pros|zapyt|popros)|никогда не (?:спраш|запраш|прос)|求めることは|绝不会"
    r"|任何人索"
    r"|with anyone|nicht (?:weiter|teilen|mit)|niemandem|niemals|keinesfalls|ne (?:le |la |les )?(?:partag"
    r"|communiqu|transmett|divulgu"
    r"|donn)|ne .{0,20}jamais|personne|no (?:lo |la )?(?:compart|facilit|revel|divulg|entreg)|con nadie|nadie"
    r"|non (?:condivid|comunic"
    r"|divulg|inoltr)|nessuno|não (?:o |a )?(?:compartilh|partilh|divulg|forneç|revel|envie)|com ninguém|ninguém"
    r"|deel .{0,30}(?:niet|nooit)"
    r"|met niemand|niemand|nie (?:udostępnia|podawaj|przekazuj|ujawnia)|nikomu|не (?:сообщай|передавай|показывай"
    r"|делитесь|говорите)"
    r"|никому|нікому|共有しな|教えな|伝えな|第三者|他人|请勿|請勿|切勿|不要(?:告|泄|洩|分享|透露|转发)|勿(?:将|向"
    r"|告|泄|洩)|공유하지|알려\s?주지"
    r"|누구에게도|paylaşma|kimseyle|dela (?:inte|aldrig)|del (?:ikke|aldrig|aldri)|med (?:någon|nogen|noen)"
    r"|älä (?:jaa|anna)|kenellekään"
    r"|nesdíl|nikomu|ne ossza|senkinek|nu (?:împărt|comunic|distrib)|με κανέναν|مع أي|لا تشارك|jangan"
    r"|không chia sẻ|อย่า|साझा न"
)
NOT_YOU: Final = (
    r"(?:did ?n['’o]?t|have ?n['’]t|have not|were ?n['’]t|was ?n['’]t|not) (?:you\b|request|ask for|initiat"
    r"|make this|try|tried|sign|"
    r"creat|attempt|recogni|expect|trigger)|(?:safely|please|simply|can|may) (?:ignore|disregard)|nicht (?:sie|du"
    r"|von ihnen|von dir"
    r"|angeforder|registrier|angemeldet|erstellt|veranlasst|selbst|versucht|beantragt|gewünscht)"
    r"|keine[nrs]? .{0,40}(?:angeforder|beantragt|versucht)|ignorieren"
    r"|(?:avez|as) (?:rien|pas) (?:demand|effectu|initi|cré|essay|sollicit|inscri)|êtes pas|pas à l['’]origine"
    r"|ce n['’]était pas|ignore[rz]"
    r"|no (?:has|ha|hiciste|solicit|fuiste|reconoce|pedist|eres|lo sol)|ignora|ignore|omit[ea]|haz caso omiso"
    r"|non (?:hai|ha|sei stat|"
    r"riconosc|eri)|não (?:solicit|pedi|fez|foi|reconhec|tent|efetu)|desconsider|niet (?:aangevra|zelf|hebt|heeft"
    r"|jij|u )|geen .{0,30}"
    r"aangevra|negeer|negeren|nie (?:prosi|ty\b|próbow|by|zleca|wysyła|zakłada)|zignoruj|pomiń|не (?:запраш|вы\b"
    r"|регистр|отправл|делали|"
    r"пыт|совершал|ви\b)|игнориру|心当たり|身に覚え|無視|破棄|不是您|不是你|非本人|非您|忽略|并非|並非|본인이 아"
    r"|요청하지|무시|değilse|yok say"
    r"|dikkate alma|göz ardı|inte (?:har |du |begär)|ignorera|bortse|ikke (?:har |bedt|anmod|deg|dig)|se bort"
    r"|ohita|et (?:pyyt|ole)"
    r"|neby|nežád|ignoruj|nem (?:ön|kér)|figyelmen kívül|nu (?:ai|ați) (?:solic|cerut)|δεν (?:ζητ|κάν)|لم تطلب"
    r"|تجاهل|abaikan|bỏ qua|अनदेखा"
)
PURPOSE: Final = (
    r"(?:enter|use|type|input|provide|type in|copy|paste) (?:it|this|the|your|that|following|below)|\btype\b"
    r"|recover|\b(?:sign|log)(?:ging|ning)?[- ]?in\b|log-?in"
    r"|verif(?:y|ying|ication)|confirm(?:ing)? (?:your|that|it)|authenticat|complete (?:your|the) (?:sign|log|reg"
    r"|ver)|finish (?:sign|creat|"
    r"set|regis)|reset|two-(?:factor|step)|anmeld|einlogg|verifi|bestätig|eingeben|gib|geben sie|zurücksetz"
    r"|connect|connexion|vérifi"
    r"|confirme|saisi|entrez|authentif|réinitial|iniciar sesi|inicio de|verific|introdu[cz]|ingres|acceder"
    r"|autentic|confirma|accedere"
    r"|accesso|inserisc|digit[ae]|utilizz|entrar|insira|acess|início de|inlog|aanmeld|bevestig|voer|gebruik|zalog"
    r"|logowan|weryfik"
    r"|potwierd|wpisz|wprowadź|użyj|войти|вход|подтвер|введите|використ|вхід|підтвер|авториз|ログイン|サインイン"
    r"|認証|入力|確認|登录|登入"
    r"|登錄|验证|驗證|输入|輸入|注册|로그인|인증|입력|giriş|doğrula|girin|logga in|verifi|ange|logge|log ind"
    r"|indtast|skriv inn|bekræft"
    r"|bekreft|bekräft|kirjaudu|vahvist|syötä|přihlá|ověř|zadejte|bejelentk|adja meg|autentific|introduce|σύνδεσ"
    r"|επιβεβα|تسجيل|أدخل"
    r"|masuk|masukkan|verifikasi|đăng nhập|nhập|xác|เข้าสู่|ยืนยัน|लॉग|दर्ज"
)
SALE: Final = (
    r"% ?(?:off|rabatt|de r|de d|di sc|kort|zniż|скид|オフ|引)|discount|coupon|voucher|promo|check-?out|sale\b"
    r"|\bsave\b|rabatt|gutschein"
    r"|remise|réduction|soldes|descuento|rebajas|cup[óo]n|cupom|sconto|saldi|desconto|korting|uitverkoop|rabat"
    r"|zniżk|wyprzeda|скидк"
    r"|распродаж|промокод|割引|クーポン|セール|优惠|優惠|折扣|할인|쿠폰|indirim|kampanya"
)
MEETING: Final = (
    r"meeting[- ]?id|zoom\.us|teams\.microsoft|meet\.google|webex|dial-?in|einwahl"
    r"|besprechungs-?id|会议号|會議號|ミーティングid"
)
BACKUP: Final = (
    r"back-?up|recovery|wiederherst|notfall|secours|récupér|recuper|respaldo|herstel|zapasow|резервн|восстанов"
    r"|バックアップ|リカバリ|备用"
    r"|備用|恢复|백업|복구|kurtarma|reserv"
)
"""Codes that come as a list."""
STEMS: Final = tuple(
    word_set(
        "code kod cod cód kód κωδ код парол pass pin otp tan clave contrase senha wachtw hasł "
        "コード パス 番号 キー 码 碼 口令 密码 密碼 코드 번호 şifre lösenord heslo jelszó رمز كلمة "
        "كود קוד कोड पासवर्ड mã รหัส koodi salasana luku ओटीपी kennw verification "
    )
)
"""Without one of these, or of `TYPED`, a message holds no code."""
TYPED: Final = word_set(
    "verif vérif confirm authent bestätig meld bevestig potwierd подтверд sign log connec acced inicia entrar"
)
"""What something is typed in for that nothing calls a code."""
