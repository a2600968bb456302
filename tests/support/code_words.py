"""Mail that brings codes and links, and ordinary mail full of other numbers, as patterns in many languages.

Each language has patterns to build with and, under `HELD`, patterns that nothing was built with. `{code}` is a one-time
code, `{url}` a link that acts; `{n}` a number of digits, `{w}` a word of capitals and digits, `{p}` a price, `{d}` a date,
`{t}` a telephone number, `{b}` the name of a business. The first line is the subject.
"""

from typing import Final

CODES: Final = {
    "en": (
        "{code} is your {b} verification code\n\nEnter this code to sign in:\n\n{code}\n\nThe code expires in 10 minutes.",
        "Your {b} one-time password\n\nHi Ana,\n\nYour one-time password is {code}. Do not share it with anyone.",
        "Sign in to {b}\n\nHere is your sign-in code: {code}\n\nIf you did not request this, you can ignore this email.",
        "Verify your email\n\nPlease use the code below to finish creating your account.\n\n    {code}\n\nThis code is valid for 1 hour.",
    ),
    "de": (
        "{code} ist Ihr {b}-Bestätigungscode\n\nGeben Sie diesen Code ein, um sich anzumelden:\n\n{code}\n\nEr ist 10 Minuten gültig.",
        "Ihr Sicherheitscode\n\nGuten Tag,\n\nIhr Sicherheitscode lautet: {code}\nGeben Sie ihn niemals weiter.",
        "Anmeldung bei {b}\n\nDein Anmeldecode: {code}\n\nFalls du das nicht warst, ignoriere diese E-Mail.",
    ),
    "fr": (
        "Votre code de vérification {b}\n\nBonjour,\n\nVotre code de vérification est : {code}\n\nIl expire dans 10 minutes.",
        "{code} est votre code de connexion\n\nSaisissez ce code pour vous connecter à {b}. Ne le communiquez à personne.",
        "Code à usage unique\n\nVoici votre code à usage unique :\n\n{code}\n\nSi vous n'avez pas demandé ce code, ignorez cet e-mail.",
    ),
    "es": (
        "Tu código de verificación de {b}\n\nHola:\n\nTu código de verificación es {code}. Caduca en 10 minutos.",
        "{code} es tu código de acceso\n\nIntroduce este código para iniciar sesión en {b}. No lo compartas con nadie.",
        "Código de seguridad\n\nUtiliza el siguiente código de seguridad:\n\n{code}\n\nSi no lo has solicitado, ignora este mensaje.",
    ),
    "it": (
        "Il tuo codice di verifica {b}\n\nCiao,\n\nil tuo codice di verifica è {code}. Scade tra 10 minuti.",
        "Codice di accesso: {code}\n\nInserisci questo codice per accedere a {b}. Non condividerlo con nessuno.",
        "Codice di sicurezza\n\nUsa il seguente codice di sicurezza:\n\n{code}\n\nSe non hai richiesto tu il codice, ignora questa email.",
    ),
    "pt": (
        "Seu código de verificação {b}\n\nOlá,\n\nSeu código de verificação é {code}. Ele expira em 10 minutos.",
        "{code} é o seu código de acesso\n\nDigite este código para entrar na {b}. Não compartilhe com ninguém.",
        "Código de segurança\n\nUse o código de segurança abaixo:\n\n{code}\n\nSe você não solicitou, ignore este e-mail.",
    ),
    "nl": (
        "Je verificatiecode voor {b}\n\nHallo,\n\nJe verificatiecode is {code}. Deze verloopt over 10 minuten.",
        "{code} is je inlogcode\n\nVoer deze code in om in te loggen bij {b}. Deel deze code met niemand.",
        "Beveiligingscode\n\nGebruik de volgende beveiligingscode:\n\n{code}\n\nHeb je dit niet aangevraagd? Negeer dan deze e-mail.",
    ),
    "pl": (
        "Twój kod weryfikacyjny {b}\n\nCześć,\n\nTwój kod weryfikacyjny to {code}. Wygasa za 10 minut.",
        "{code} to Twój kod logowania\n\nWpisz ten kod, aby zalogować się do {b}. Nie udostępniaj go nikomu.",
        "Jednorazowy kod\n\nUżyj jednorazowego kodu:\n\n{code}\n\nJeśli to nie Ty, zignoruj tę wiadomość.",
    ),
    "ru": (
        "Код подтверждения {b}\n\nЗдравствуйте!\n\nВаш код подтверждения: {code}. Он действует 10 минут.",
        "{code} — ваш код для входа\n\nВведите этот код, чтобы войти в {b}. Никому его не сообщайте.",
        "Одноразовый код\n\nВаш одноразовый код:\n\n{code}\n\nЕсли вы не запрашивали код, проигнорируйте это письмо.",
    ),
    "ja": (
        "【{b}】認証コードのお知らせ\n\n認証コード：{code}\n\nこのコードは10分間有効です。",
        "{b} ログインコード\n\nあなたのログインコードは {code} です。第三者に教えないでください。",
        "ワンタイムパスワード\n\n以下のワンタイムパスワードを入力してください。\n\n{code}\n\nお心当たりのない場合は、このメールを破棄してください。",
    ),
    "zh": (
        "【{b}】验证码\n\n您的验证码是{code}，10分钟内有效，请勿泄露给他人。",
        "{b} 登录验证码\n\n验证码：{code}\n\n如果不是您本人操作，请忽略此邮件。",
        "動態密碼\n\n您的動態密碼為：\n\n{code}\n\n請勿將此密碼告訴他人。",
    ),
    "ko": ("[{b}] 인증번호 안내\n\n인증번호는 {code} 입니다. 10분 동안 유효합니다.",),
    "tr": ("{b} doğrulama kodu\n\nDoğrulama kodunuz: {code}\n\nBu kod 10 dakika geçerlidir. Kimseyle paylaşmayın.",),
    "sv": ("Din verifieringskod\n\nDin verifieringskod är {code}. Den är giltig i 10 minuter.",),
}
HELD_CODES: Final = {
    "en": (
        "Login attempt on a new device\n\nHey!\n\nWe noticed a login from a device we don't recognise. Confirm it's you with this security code:\n\n{code}\n\nNot you? Change your password right away.",
        "Your {b} code\n\nYour {b} code is {code}\n\nIt's good for 5 minutes and can be used once.",
        "{b} account recovery\n\nSomeone (hopefully you) wants to recover access. Type {code} into the recovery page to continue. We will never ask you for this code.",
        "OTP for your transaction\n\nDear Customer, {code} is the OTP for your transaction of {p} at {b}. Valid for 3 minutes. Never share your OTP with anyone.",
        "Confirm your email address\n\nThanks for joining {b}! To confirm your email address, copy and paste this confirmation code:\n\n{code}\n\nThe code stops working after 30 minutes.",
        "Two-factor authentication\n\nTwo-factor code\n{code}\nRequested from Berlin, Germany on {d}. Order history and invoice {n} stay safe.",
    ),
    "de": (
        "Einmalkennwort für {b}\n\nHallo Ana,\n\nbitte verwenden Sie das folgende Einmalkennwort, um den Vorgang abzuschließen.\n\n{code}\n\nEs verliert nach 5 Minuten seine Gültigkeit.",
        "Dein {b}-Code\n\nDein Code ist {code}.\nEr läuft in 15 Minuten ab. Du hast keinen Code angefordert? Dann kannst du diese Nachricht ignorieren.",
        "Zwei-Faktor-Anmeldung\n\nMit {code} schließen Sie die Anmeldung ab. Wir fragen Sie nie nach diesem Verifizierungscode.",
    ),
    "fr": (
        "Confirmez votre adresse e-mail\n\nPour terminer votre inscription chez {b}, entrez le code suivant :\n\n{code}\n\nCe code est valable 30 minutes.",
        "Connexion depuis un nouvel appareil\n\nVotre code de sécurité : {code}. Vous n'êtes pas à l'origine de cette demande ? Changez votre mot de passe.",
        "Mot de passe temporaire\n\nUtilisez {code} comme code d'authentification. {b} ne vous le demandera jamais.",
    ),
    "es": (
        "Confirma tu correo\n\nGracias por registrarte en {b}. Para completar el registro, escribe este código:\n\n{code}\n\nEl código es válido durante 30 minutos.",
        "Clave de un solo uso\n\nSu clave de un solo uso es: {code}. No la facilite a nadie, ni siquiera a empleados de {b}.",
        "Inicio de sesión nuevo\n\nUsa {code} como código de autenticación para continuar.",
    ),
    "it": (
        "Conferma il tuo indirizzo email\n\nPer completare la registrazione su {b}, inserisci il codice qui sotto:\n\n{code}\n\nIl codice è valido per 30 minuti.",
        "Password monouso\n\nGentile cliente, la sua password monouso è {code}. Non la comunichi a nessuno.",
        "Nuovo accesso\n\n{code} è il codice di autenticazione per il tuo account {b}.",
    ),
    "pt": (
        "Confirme o seu e-mail\n\nPara concluir o seu cadastro na {b}, insira o código a seguir:\n\n{code}\n\nO código é válido por 30 minutos.",
        "Senha de uso único\n\nPrezado cliente, sua senha de uso único é {code}. Nunca a informe a ninguém.",
        "Novo início de sessão\n\nUtilize {code} como código de autenticação da {b}.",
    ),
    "nl": (
        "Bevestig je e-mailadres\n\nOm je registratie bij {b} af te ronden, vul je onderstaande code in:\n\n{code}\n\nDe code is 30 minuten geldig.",
        "Eenmalig wachtwoord\n\nGeachte klant, uw eenmalig wachtwoord is {code}. Geef het nooit aan anderen.",
        "Nieuwe aanmelding\n\nGebruik {code} als authenticatiecode voor {b}.",
    ),
    "pl": (
        "Potwierdź adres e-mail\n\nAby dokończyć rejestrację w {b}, wprowadź poniższy kod:\n\n{code}\n\nKod jest ważny 30 minut.",
        "Hasło jednorazowe\n\nSzanowny Kliencie, Twoje hasło jednorazowe: {code}. Nikomu go nie podawaj.",
        "Nowe logowanie\n\n{code} to kod uwierzytelniający do konta {b}.",
    ),
    "ru": (
        "Подтвердите адрес почты\n\nЧтобы завершить регистрацию в {b}, введите код:\n\n{code}\n\nКод действителен 30 минут.",
        "Одноразовый пароль\n\nВаш одноразовый пароль для операции: {code}. Не передавайте его третьим лицам.",
        "Новый вход\n\nИспользуйте {code} как проверочный код для {b}.",
    ),
    "ja": (
        "メールアドレスの確認\n\n{b}への登録を完了するには、次の確認コードを入力してください。\n\n{code}\n\n有効期限は30分です。",
        "本人確認のお願い\n\n本人確認コードは「{code}」です。他人と共有しないでください。",
        "新しいログイン\n\n{code} が{b}の認証番号です。",
    ),
    "zh": (
        "请确认您的邮箱\n\n感谢注册{b}，请输入以下确认码完成注册：\n\n{code}\n\n确认码30分钟内有效。",
        "安全验证\n\n{code} 是您的动态码，任何人索取请勿提供。",
        "【{b}】您正在登录，校验码 {code}，请在5分钟内输入。\n\n如非本人操作请修改密码。",
    ),
    "ko": (
        "이메일 주소를 확인해 주세요\n\n{b} 가입을 완료하려면 아래 인증 코드를 입력하세요.\n\n{code}\n\n본인이 요청하지 않았다면 무시하세요.",
    ),
    "tr": (
        "E-posta adresinizi onaylayın\n\n{b} kaydınızı tamamlamak için aşağıdaki onay kodunu girin:\n\n{code}\n\nKod 30 dakika geçerlidir.",
    ),
    "sv": (
        "Bekräfta din e-postadress\n\nAnge engångskoden för att logga in på {b}:\n\n{code}\n\nOm du inte har begärt koden kan du ignorera mejlet.",
    ),
}
LINKS: Final = {
    "en": (
        "Reset your {b} password\n\nWe received a request to reset your password. Click the link below to choose a new one:\n\n[Reset password]({url})\n\nThis link expires in 1 hour. If you did not request a reset, ignore this email.",
        "Your sign-in link\n\nClick here to sign in to {b}: {url}\n\nThe link works once and expires in 15 minutes.",
        "Confirm your email address\n\nThanks for signing up! Please confirm your email address by clicking the button.\n\n[Confirm email]({url})\n\nIf you did not create an account, ignore this.",
    ),
    "de": (
        "Passwort zurücksetzen\n\nSie haben angefordert, Ihr Passwort zurückzusetzen.\n\n[Passwort zurücksetzen]({url})\n\nDer Link ist 24 Stunden gültig.",
        "E-Mail-Adresse bestätigen\n\nBitte bestätigen Sie Ihre E-Mail-Adresse:\n\n[E-Mail bestätigen]({url})\n\nFalls Sie sich nicht registriert haben, ignorieren Sie diese E-Mail.",
    ),
    "fr": (
        "Réinitialisation de votre mot de passe\n\nVous avez demandé à réinitialiser votre mot de passe.\n\n[Réinitialiser mon mot de passe]({url})\n\nCe lien expire dans 1 heure.",
        "Confirmez votre adresse\n\nMerci de confirmer votre adresse e-mail :\n\n[Confirmer mon adresse]({url})\n\nSi vous n'avez pas créé de compte, ignorez ce message.",
    ),
    "es": (
        "Restablece tu contraseña\n\nHas solicitado restablecer tu contraseña.\n\n[Restablecer contraseña]({url})\n\nEl enlace caduca en 1 hora.",
        "Confirma tu correo\n\nConfirma tu dirección de correo:\n\n[Confirmar correo]({url})\n\nSi no has creado una cuenta, ignora este mensaje.",
    ),
    "it": (
        "Reimposta la password\n\nHai richiesto di reimpostare la password.\n\n[Reimposta password]({url})\n\nIl link scade tra 1 ora.",
    ),
    "pt": (
        "Redefinir sua senha\n\nRecebemos um pedido para redefinir sua senha.\n\n[Redefinir senha]({url})\n\nO link expira em 1 hora.",
    ),
    "nl": (
        "Wachtwoord opnieuw instellen\n\nJe hebt gevraagd je wachtwoord te resetten.\n\n[Wachtwoord opnieuw instellen]({url})\n\nDe link is 1 uur geldig.",
    ),
    "pl": (
        "Resetowanie hasła\n\nOtrzymaliśmy prośbę o zresetowanie hasła.\n\n[Zresetuj hasło]({url})\n\nLink wygasa za 1 godzinę.",
    ),
    "ru": ("Сброс пароля\n\nВы запросили сброс пароля.\n\n[Сбросить пароль]({url})\n\nСсылка действительна 1 час.",),
    "ja": (
        "パスワードの再設定\n\nパスワード再設定のリクエストを受け付けました。\n\n[パスワードを再設定する]({url})\n\nリンクの有効期限は1時間です。",
    ),
    "zh": ("重置密码\n\n我们收到了重置密码的请求。\n\n[重置密码]({url})\n\n链接1小时内有效。",),
}
HELD_LINKS: Final = {
    "en": (
        "Forgot your password?\n\nNo worries, it happens. Set a new password for {b} here:\n{url}\n\nDidn't ask for this? Your password stays the same.",
        "Log in to {b}\n\nHi Ana,\n\n[Log in to {b}]({url})\n\nThis magic link will expire in 10 minutes and can only be used once.",
        "One more step\n\nActivate your account by opening the following address in your browser:\n\n{url}\n\nThe activation link is valid for 48 hours.",
        "Please confirm your subscription\n\nSomeone, hopefully you, subscribed this address to the {b} newsletter.\n\n[Yes, subscribe me]({url})\n\nIf you received this email by mistake, simply delete it. You won't be subscribed if you don't confirm.",
    ),
    "de": (
        "Dein Anmeldelink\n\nMit diesem Link meldest du dich bei {b} an:\n\n[Jetzt anmelden]({url})\n\nEr funktioniert nur einmal und läuft in 15 Minuten ab.",
        "Nur noch ein Schritt\n\nUm dein Konto zu aktivieren, klicke bitte auf folgenden Link:\n{url}\n\nDu hast dich nicht registriert? Dann kannst du diese Mail löschen.",
    ),
    "fr": (
        "Votre lien de connexion\n\n[Se connecter à {b}]({url})\n\nCe lien est valable 15 minutes et ne fonctionne qu'une seule fois.",
        "Activez votre compte\n\nCliquez sur le lien ci-dessous pour activer votre compte {b} :\n{url}\n\nVous n'êtes pas à l'origine de cette inscription ? Ignorez cet e-mail.",
    ),
    "es": (
        "Tu enlace de acceso\n\n[Iniciar sesión]({url})\n\nEste enlace es válido durante 15 minutos y solo se puede usar una vez.",
        "Activa tu cuenta\n\nHaz clic en el siguiente enlace para activar tu cuenta de {b}:\n{url}\n\nSi no fuiste tú, omite este correo.",
    ),
    "it": (
        "Il tuo link di accesso\n\n[Accedi a {b}]({url})\n\nIl link è valido per 15 minuti.",
        "Attiva il tuo account\n\nClicca sul seguente link per attivare il tuo account:\n{url}\n\nSe non sei stato tu, ignora questa email.",
    ),
    "pt": (
        "Seu link de acesso\n\n[Entrar na {b}]({url})\n\nEste link é válido por 15 minutos.",
        "Ative a sua conta\n\nClique no link abaixo para ativar a sua conta:\n{url}\n\nSe não foi você, desconsidere este e-mail.",
    ),
    "nl": (
        "Je inloglink\n\n[Inloggen bij {b}]({url})\n\nDeze link is 15 minuten geldig.",
        "Activeer je account\n\nKlik op onderstaande link om je account te activeren:\n{url}\n\nHeb je dit niet aangevraagd? Dan kun je deze mail negeren.",
    ),
    "pl": (
        "Link do logowania\n\n[Zaloguj się do {b}]({url})\n\nLink jest ważny 15 minut.",
        "Aktywuj konto\n\nKliknij poniższy link, aby aktywować konto:\n{url}\n\nJeśli to nie Ty zakładałeś konto, zignoruj wiadomość.",
    ),
    "ru": (
        "Ссылка для входа\n\n[Войти в {b}]({url})\n\nСсылка действует 15 минут.",
        "Активация аккаунта\n\nПерейдите по ссылке, чтобы активировать аккаунт:\n{url}\n\nЕсли вы не регистрировались, проигнорируйте письмо.",
    ),
    "ja": (
        "ログインリンク\n\n[{b}にログイン]({url})\n\nこのリンクは15分間有効です。",
        "アカウントの有効化\n\n下記のURLをクリックしてアカウントを有効化してください。\n{url}\n\nお心当たりがない場合は破棄してください。",
    ),
    "zh": (
        "登录链接\n\n[登录{b}]({url})\n\n此链接15分钟内有效，仅可使用一次。",
        "激活您的账户\n\n请点击以下链接激活您的账户：\n{url}\n\n如果不是您本人注册，请忽略此邮件。",
    ),
}
ORDINARY: Final = {
    "en": (
        "Order {n} confirmed\n\nHi Ana,\n\nThanks for your order {n} from {d}.\n\nTotal: {p}\nInvoice no. {n}\nTracking number: {n}\n\nQuestions? Call {t}. [View your order]({shop})",
        "Your booking {w}\n\nBooking reference: {w}\nFlight LH{s} on {d}, seat 23F, gate 12.\nConfirmation code: {w}\n\nSign in to check in online: [My trips]({shop})",
        "Save 20% this weekend\n\nUse code SAVE{s} at checkout. Valid for 48 hours only.\n\n[Shop the sale]({shop})\n\nUnsubscribe: {shop}",
        "Invitation: planning\n\nWhen: {d} 10:00 – 11:00\nMeeting ID: {n}\nPasscode: {s}\nDial-in: {t}\n\n[Join the meeting]({shop})",
        "Security newsletter: passkeys\n\nOne-time codes are on the way out: in {y}, {n} users moved to passkeys, says the report. Two-factor authentication stopped 9{s} attacks.\n\n[Read more]({shop})",
        "Your parcel is waiting\n\nParcel {n} can be picked up with pickup code {s} until {d} at {b}.",
        "Re: build {s}\n\nThe error code {s} shows up since version 2.{s}. See issue #{s} and ticket {w}. It fails in line {s} of the source code.\n\nAna",
    ),
    "de": (
        "Ihre Bestellung {n}\n\nGuten Tag,\n\nvielen Dank für Ihre Bestellung {n} vom {d}.\n\nGesamtbetrag: {p}\nRechnungsnummer: {n}\nSendungsnummer: {n}\nTel. {t}\n\n[Zur Bestellung]({shop})",
        "10 % Rabatt nur heute\n\nMit dem Rabattcode HERBST{s} sparen Sie 10 %. Gültig 24 Stunden.\n\n[Jetzt einkaufen]({shop})",
        "Termin am {d}\n\nIhr Termin: {d}, 10:30 Uhr. Kundennummer {n}, Vorgang {w}. PLZ 10115 Berlin. Bitte bestätigen Sie den Termin telefonisch: {t}.",
    ),
    "fr": (
        "Votre commande {n}\n\nBonjour,\n\nmerci pour votre commande {n} du {d}.\n\nTotal : {p}\nFacture n° {n}\nNuméro de suivi : {n}\nTél. {t}\n\n[Voir ma commande]({shop})",
        "-20 % avec le code promo\n\nProfitez de -20 % avec le code promo ETE{s}, valable 48 heures.\n\n[J'en profite]({shop})",
    ),
    "es": (
        "Tu pedido {n}\n\nHola:\n\ngracias por tu pedido {n} del {d}.\n\nTotal: {p}\nFactura n.º {n}\nNúmero de seguimiento: {n}\nTel. {t}\n\n[Ver mi pedido]({shop})",
        "20 % de descuento\n\nUsa el código de descuento VERANO{s}, válido durante 48 horas. Código postal 28001.\n\n[Comprar ahora]({shop})",
    ),
    "it": (
        "Il tuo ordine {n}\n\nCiao,\n\ngrazie per il tuo ordine {n} del {d}.\n\nTotale: {p}\nFattura n. {n}\nCodice di tracciamento: {n}\nTel. {t}\n\n[Vedi ordine]({shop})",
        "Sconto del 20%\n\nUsa il codice sconto ESTATE{s}, valido per 48 ore.\n\n[Acquista ora]({shop})",
    ),
    "pt": (
        "Seu pedido {n}\n\nOlá,\n\nobrigado pelo seu pedido {n} de {d}.\n\nTotal: {p}\nNota fiscal {n}\nCódigo de rastreio: {n}\nTel. {t}\n\n[Ver pedido]({shop})",
        "20% de desconto\n\nUse o cupom VERAO{s}, válido por 48 horas.\n\n[Comprar agora]({shop})",
    ),
    "nl": (
        "Je bestelling {n}\n\nHallo,\n\nbedankt voor je bestelling {n} van {d}.\n\nTotaal: {p}\nFactuurnummer {n}\nTrack & trace-code: {n}\nTel. {t}\n\n[Bekijk je bestelling]({shop})",
        "20% korting\n\nGebruik kortingscode ZOMER{s}, 48 uur geldig.\n\n[Naar de winkel]({shop})",
    ),
    "pl": (
        "Twoje zamówienie {n}\n\nDzień dobry,\n\ndziękujemy za zamówienie {n} z {d}.\n\nSuma: {p}\nFaktura nr {n}\nNumer przesyłki: {n}\nTel. {t}\nKod odbioru: {s}\n\n[Zobacz zamówienie]({shop})",
        "Rabat 20%\n\nUżyj kodu rabatowego LATO{s}. Ważny 48 godzin.\n\n[Kup teraz]({shop})",
    ),
    "ru": (
        "Ваш заказ {n}\n\nЗдравствуйте!\n\nСпасибо за заказ {n} от {d}.\n\nИтого: {p}\nСчёт № {n}\nНомер отслеживания: {n}\nТел. {t}\n\n[Посмотреть заказ]({shop})",
        "Скидка 20%\n\nИспользуйте промокод LETO{s}, действует 48 часов.\n\n[Купить]({shop})",
    ),
    "ja": (
        "ご注文 {n} を承りました\n\n注文番号：{n}\n注文日：{d}\n合計：{p}\nお問い合わせ番号：{n}\n電話：{t}\n\n[注文を見る]({shop})",
        "20%オフクーポン\n\nクーポンコード SALE{s} を入力すると20%オフ。48時間有効です。\n\n[今すぐ買う]({shop})",
    ),
    "zh": (
        "您的订单 {n} 已确认\n\n订单号：{n}\n日期：{d}\n合计：{p}\n快递单号：{n}\n电话：{t}\n\n[查看订单]({shop})",
        "优惠20%\n\n使用优惠码 SALE{s}，48小时内有效。\n\n[立即购买]({shop})",
    ),
}
HELD_ORDINARY: Final = {
    "en": (
        "Receipt from {b}\n\nAmount paid {p}\nDate paid {d}\nPayment method: card ending in {s}\nReceipt number {s}-{s}\nAuthorization code: {n}\nIf you have any questions, contact us at {t}.",
        "Your reservation at {b}\n\nReservation number\n{n}\n\nCheck-in {d}\nRoom 4{s}, door code {s}\nWi-Fi password: sunny{s}\n\nFree cancellation until {d}. [Manage booking]({shop})",
        "Statement for your account\n\nAccount number: {n}\nBalance: {p}\nPeriod: {d} – {d}\nSort code 12-34-56. Log in to your account to see more: {shop}",
        "Team update\n\nWe closed Q3 with {p} in revenue, {n} customers and a churn of 2.4%. In {y} we plan 1{s} trips. The room number is {s}. The postal code of the new office is 10115; please confirm your attendance.",
        "Your code review\n\nAna requested your review on pull request #{s} in acme/login. 12 files changed, {s} insertions. Commit {h}. The two-factor login code path is now tested.",
        "Warranty registration\n\nModel {w}, serial number {n}, purchased {d}. Product code {w}. Registration number: {n}. Keep this email with your invoice {n}.",
    ),
    "de": (
        "Rechnung {n}\n\nRechnungsdatum {d}\nBetrag {p}\nIBAN DE02120300000000202051\nKundennr. {n}\nBitte überweisen Sie innerhalb von 14 Tagen. Referenz {w}.",
        "Buchungsbestätigung\n\nBuchungscode: {w}\nFlug LH{s}, {d}\nSitzplatz 12A\nMelden Sie sich zum Online-Check-in an: {shop}",
    ),
    "fr": (
        "Confirmation de réservation\n\nRéférence de réservation : {w}\nTrain {s}, le {d}, voiture 12, place 45\nMontant {p}\nConnectez-vous à votre compte pour modifier : {shop}",
    ),
    "es": (
        "Confirmación de reserva\n\nCódigo de reserva: {w}\nVuelo IB{s}, {d}\nImporte {p}\nInicia sesión para gestionar tu reserva: {shop}",
    ),
    "it": (
        "Conferma di prenotazione\n\nCodice prenotazione: {w}\nTreno {s}, {d}\nImporto {p}\nAccedi alla tua area: {shop}",
    ),
    "pt": (
        "Confirmação da reserva\n\nCódigo da reserva: {w}\nVoo TP{s}, {d}\nValor {p}\nNIF {n}\nAcesse sua conta: {shop}",
    ),
    "nl": (
        "Boekingsbevestiging\n\nBoekingscode: {w}\nVlucht KL{s}, {d}\nBedrag {p}\nPostcode 1012 AB\nLog in om je boeking te beheren: {shop}",
    ),
    "pl": (
        "Potwierdzenie rezerwacji\n\nNumer rezerwacji: {w}\nPociąg {s}, {d}\nKwota {p}\nKod pocztowy 00-950\nZaloguj się, aby zarządzać: {shop}",
    ),
    "ru": (
        "Подтверждение бронирования\n\nНомер брони: {w}\nРейс SU{s}, {d}\nСумма {p}\nИндекс 101000\nВойдите в личный кабинет: {shop}",
    ),
    "ja": (
        "予約確認\n\n予約番号：{w}\n便名：NH{s}\n日付：{d}\n金額：{p}\n郵便番号 100-0001\n登録番号：T{n}\nログインしてご確認ください：{shop}",
    ),
    "zh": ("预订确认\n\n预订号：{w}\n航班：CA{s}\n日期：{d}\n金额：{p}\n取件码：{s}\n请登录查看：{shop}",),
}
