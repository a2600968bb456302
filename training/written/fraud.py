"""Phishing, spam and requests for credentials as they are written today; (subject, sentences of which some are taken)."""

from typing import Final

BRAND: Final = ("PayPal", "Microsoft 365", "Netflix", "Amazon", "DHL", "Apple ID", "Coinbase", "DocuSign", "Wells Fargo", "Instagram", "Dropbox", "Chase", "HSBC", "Spotify", "Meta Business", "FedEx", "Binance", "MetaMask", "Mail Administrator", "IT Service Desk", "Webmail Support", "Ledger", "Royal Mail", "Sparkasse", "Santander")  # fmt: skip

PHISHING: Final = (
    (
        "{Your account has been {limited|suspended|locked}|Action required: verify your account|Unusual sign-in activity|Final notice}",
        (
            "Dear {Customer|User|Client|valued member|$address},",
            "We {detected|noticed} {unusual activity|a suspicious sign-in|a problem} {on|with} your $brand account{ and it has been limited| and access was suspended|}.",
            "{Please verify|You must confirm|Kindly validate} your {identity|account|billing information|login details} within {24|48|12} hours {to avoid permanent suspension|or your account will be closed|to restore full access}.",
            "{Click the button below|Click here|Log in here|Proceed to verification}: $bad",
            "Failure to {do so|comply} will result in {termination|permanent closure} of your account.",
            "$brand Security Department",
        ),
    ),
    (
        "{Mailbox storage full|Password expires today|You have $small undelivered messages|Incoming mails on hold}",
        (
            "Your {mailbox|email} {password expires today|storage is 98% full|has $small pending messages} ($address).",
            "{To keep your current password|To release the messages|To avoid losing mail}, {sign in|re-validate|confirm your mailbox} here: $bad",
            "{Keep same password|Release messages|Upgrade storage now}: $bad",
            "This notice was sent by your mail administrator. Your account will be deactivated {within 24 hours|today}.",
        ),
    ),
    (
        "{Your parcel could not be delivered|Delivery fee outstanding|Customs payment required}",
        (
            "Your {parcel|package} $order {is waiting|could not be delivered|is held at our depot} {because of|due to} {an unpaid fee|an incomplete address}.",
            "{Pay the fee of 1.99|Confirm your address and card details|Schedule redelivery} {here|within 48 hours}: $bad",
            "{After that|Otherwise} the parcel will be returned to the sender. $brand",
        ),
    ),
    (
        "{Invoice $order|You received a document|Shared file: Payroll|Contract ready for signature|Remittance advice}",
        (
            "{$person|HR|Accounts} {has shared|sent you} {a secure document|a file|an encrypted message} via $brand.",
            "{Review|Open|View} {document|the file|message}: $bad",
            "You need to {sign in with your email password|enter your credentials|log in with your work account} to {view|access} it.",
            "This link {will expire|expires} {today|in 24 hours}.",
        ),
    ),
    (
        "{Order confirmation $order|Your subscription has been renewed|Payment of $big USD|Thank you for your purchase}",
        (
            "{Thank you|Dear customer}, your {Norton|McAfee|Geek Squad|PayPal|antivirus} {subscription|protection plan} has been renewed for $$amount. The amount will be debited today.",
            "If you did not {authorize|make} this {purchase|transaction}, call {our support|us immediately} at +1 (8$code) 555-01$number to cancel and get a refund.",
            "Order ID: $order. Payment mode: auto debit. Customer care: +1 (8$code) 555-01$number",
        ),
    ),
    (
        "{Are you available?|Quick task|Urgent request|Payroll change|Wire needed today}",
        (
            "{Are you at your desk|Are you available}? I need you to {handle something|run a task} {discreetly|right now}. I'm in a meeting, {no calls, just reply|so email only}.",
            "I need {five|ten} {Apple|Steam|Amazon} gift cards of $100 each for clients. {Scratch and send me the codes|Send photos of the codes}. I'll reimburse you.",
            "I {changed|have changed} my bank. Please update my direct deposit {before the next payroll|today} to the account below. {Account|Routing} $order.",
            "{Process|Make} a wire transfer of $$big to the new vendor {today|immediately}. {Keep this confidential|Do not discuss it with anyone} until it is done.",
        ),
    ),
    (
        "{Your wallet will be suspended|Claim your airdrop|KYC update required|Unauthorized withdrawal}",
        (
            "{A withdrawal of 0.8$small BTC|A login from a new device} was {initiated|detected} on your $brand {wallet|account}. {If this was not you, cancel it here|Secure your funds}: $bad",
            "{Verify|Synchronize|Validate} your wallet by {entering your recovery phrase|connecting it|confirming your seed phrase} at $bad",
            "All users must complete {KYC|the mandatory migration} {by tonight|within 24 hours} or {assets|funds} will be frozen.",
        ),
    ),
    (
        "{Ihr Konto wurde eingeschränkt|Wichtige Mitteilung zu Ihrem Konto|Paket konnte nicht zugestellt werden}",
        (
            "Sehr geehrter Kunde,",
            "Ihr $brand-Konto wurde {eingeschränkt|gesperrt|vorübergehend deaktiviert}. Bitte {bestätigen|verifizieren|aktualisieren} Sie {Ihre Daten|Ihre Identität|Ihre Zahlungsdaten} innerhalb von 24 Stunden: $bad",
            "Andernfalls wird Ihr Konto {dauerhaft gesperrt|gelöscht}. Ihr Kundenservice",
        ),
    ),
    (
        "{Votre compte est suspendu|Colis en attente|Mise à jour obligatoire}",
        (
            "Cher client,",
            "Votre compte $brand a été {suspendu|limité|bloqué}. {Confirmez|Vérifiez} {votre identité|vos informations bancaires|votre compte} {sous 24 heures|immédiatement} : $bad",
            "{Réglez 1,99 €|Payez les frais} pour recevoir votre colis : $bad",
            "Sans réponse de votre part, votre compte sera fermé.",
        ),
    ),
    (
        "{Su cuenta ha sido suspendida|Aviso importante|Paquete retenido}",
        (
            "Estimado cliente:",
            "Su cuenta de $brand ha sido {suspendida|limitada|bloqueada}. {Verifique|Confirme|Actualice} {su identidad|sus datos bancarios|su cuenta} en {24|48} horas: $bad",
            "De lo contrario, su cuenta será cerrada {definitivamente|}.",
        ),
    ),
    (
        "{Il tuo account è stato sospeso|Avviso di sicurezza|Pacco in giacenza}",
        (
            "Gentile cliente,",
            "Il suo conto $brand è stato {sospeso|bloccato|limitato}. {Confermi|Verifichi|Aggiorni} {la sua identità|i dati di pagamento} entro 24 ore: $bad",
            "In caso contrario il conto sarà chiuso.",
        ),
    ),
    (
        "{Sua conta foi suspensa|Aviso urgente|Encomenda retida}",
        (
            "Prezado cliente,",
            "Sua conta $brand foi {suspensa|bloqueada|limitada}. {Confirme|Verifique|Atualize} {seus dados|sua identidade|sua senha} em 24 horas: $bad",
            "Caso contrário, sua conta será encerrada.",
        ),
    ),
    (
        "{Uw account is geblokkeerd|Belangrijke melding|Pakket niet bezorgd}",
        (
            "Geachte klant,",
            "Uw $brand-{account|rekening} is {geblokkeerd|beperkt|opgeschort}. {Bevestig|Verifieer} uw {gegevens|identiteit} binnen 24 uur: $bad",
            "Anders wordt uw account gesloten.",
        ),
    ),
    (
        "{Ваш аккаунт заблокирован|Срочное уведомление}",
        (
            "Уважаемый клиент!",
            "Ваш аккаунт $brand {заблокирован|ограничен|приостановлен}. {Подтвердите|Обновите} {личность|платёжные данные|пароль} в течение 24 часов: $bad",
            "Иначе аккаунт будет удалён.",
        ),
    ),
    (
        "{您的账户已被冻结|重要通知}",
        (
            "尊敬的用户：",
            "您的 $brand 账户已被{冻结|限制|停用}。请在24小时内{验证|确认|更新}您的{身份|支付信息|密码}：$bad",
            "否则账户将被永久关闭。",
        ),
    ),
    (
        "{アカウントが制限されました|【重要】本人確認のお願い}",
        (
            "お客様各位",
            "お客様の $brand アカウントが{制限|停止|ロック}されました。24時間以内に{お支払い情報|本人情報|パスワード}を{ご確認|更新}ください：$bad",
            "確認がない場合、アカウントは停止されます。",
        ),
    ),
)

SPAM: Final = (
    (
        "{Boost your ranking|SEO proposal|Website errors found|First page of Google}",
        (
            "{Hi|Hello|Greetings of the day}, I {came across|was on} your website and {noticed errors|saw it is not ranking}.",
            "We {offer|provide} {SEO services|web design|app development|guest posts|backlinks} at {affordable|the best} prices{ with guaranteed results|}.",
            "{Shall I send|May I send} you {a quote|the packages and price list|a free audit}?",
        ),
    ),
    (
        "{Business proposal|URGENT ASSISTANCE|Your fund is ready|Dear beneficiary}",
        (
            "Dear {friend|beneficiary|sir/madam},",
            "I am {Barrister|Mrs|Dr} $person, {attorney to the late|widow of the late|a banker of} Mr $colleague, who left {the sum of|} $small.5 million dollars.",
            "{I need your assistance|I seek your partnership} to {transfer|claim} {the fund|the inheritance}. {40%|Half} will be yours. Reply with your {full name, address and phone|bank details}.",
            "Keep this {strictly confidential|secret}.",
        ),
    ),
    (
        "{You have won|Congratulations winner|Claim your prize|Your reward is waiting}",
        (
            "{Congratulations|CONGRATULATIONS}! You have {won|been selected for} {an iPhone 17|a $1000 gift card|the monthly draw|$big dollars}.",
            "{Claim|Collect} your {prize|reward} {now|before midnight}: $bad",
            "{Only $small left|Offer ends tonight|Act now}!!!",
        ),
    ),
    (
        "{Lose weight fast|Doctors hate this|Male enhancement|Cheap meds|Restore your hearing}",
        (
            "{Lose|Burn} $number pounds {in 30 days|without diet}! {100% natural|Clinically proven|Risk free}.",
            "{Viagra|Cialis|Ozempic} {from $small dollars|at the lowest price}, no prescription needed. Order now: $bad",
            "{This weird trick|One simple secret} {doctors|experts} do not want you to know. {Click here|Watch the video}: $bad",
        ),
    ),
    (
        "{Earn from home|Crypto signal|Double your bitcoin|Passive income|Financial freedom}",
        (
            "{Earn|Make} $$big {a week|per day} {from home|with no experience}! {Guaranteed profit|No risk|Be your own boss}.",
            "{Our trading bot|This crypto insider|Elon's new platform} turned $250 into $$big. {Join now|Register today}: $bad",
            "{Limited spots|Only today|Act now}. {Money back guarantee|100% free}.",
        ),
    ),
    (
        "{Hot singles in $city|She is waiting|Private message|Lonely tonight?}",
        (
            "{Hi dear|Hello handsome}, I {saw your profile|am alone tonight}. {See my photos|Chat with me}: $bad",
            "{Hot|Sexy} {girls|singles|women} {near you|in $city} want to meet. {No credit card|Free registration}!!!",
        ),
    ),
    (
        "{Loan approved|Consolidate your debt|Lowest rates|Bad credit OK}",
        (
            "{Your loan of|You are pre-approved for} $$big {is approved|at 2% interest}. {No credit check|Bad credit OK}.",
            "{Apply now|Refinance today|Get cash in 24 hours}: $bad",
            "{Eliminate your debt|Lower your payments} {today|now}. Reply with your {name and phone|SSN}.",
        ),
    ),
    (
        "{Buy email lists|10 million leads|Replica watches|Factory direct prices}",
        (
            "We {sell|offer} {email lists|business leads|databases} of {CEOs|attendees|10 million users}. {Let me know your target|Reply for samples}.",
            "{Replica|Luxury} {watches|bags} {80% off|from $99}. {Free shipping|Limited stock}: $bad",
            "We are {a manufacturer|a factory} of {LED lights|valves|packaging} in {Shenzhen|Ningbo}. {Best price|Good quality}. {Kindly contact|Welcome your inquiry}.",
        ),
    ),
)

CREDENTIALS: Final = (
    "{Please|Kindly} {reply with|send me|give me|share} {the|your} {six-digit code|verification code|one-time code|password|login details|PIN|card number and CVV|seed phrase|SSN} {you just received|we just sent you|so that we can verify you|to continue}.",
    "{What is|Can you tell me} {your|the} {password|PIN|one-time code|login} {for|of} {the account|$firm|your mailbox}? {I need it to fix the issue.|}",
    "To {keep|restore} {access|your account}, {submit|enter|confirm|provide} your {password|credentials|card details|date of birth and SSN} {below|at $bad|in your reply}.",
    "Bitte {antworten Sie mit|senden Sie uns} {Ihrem Passwort|Ihrer TAN|dem Code|Ihrer PIN}.",
    "Merci de {répondre avec|nous envoyer} {votre mot de passe|le code reçu|votre code PIN}.",
    "Por favor, {responda con|envíenos} {su contraseña|el código recibido|su PIN}.",
    "Per favore {rispondi con|inviaci} {la password|il codice ricevuto}.",
    "Por favor, {responda com|envie} {sua senha|o código recebido}.",
    "{Stuur ons|Antwoord met} {uw wachtwoord|de ontvangen code|uw pincode}.",
    "Пожалуйста, {пришлите|сообщите} {пароль|код из сообщения|ПИН-код}.",
    "请{回复|提供}您的{密码|验证码|银行卡号}。",
    "{パスワード|認証コード|暗証番号}を{返信|教えて}ください。",
)
