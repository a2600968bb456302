"""The words that links which act are written with, in some twenty languages, as parts of regular expressions."""

from typing import Final

RESET: Final = (
    r"(?:reset|recover|change|choose|create|set|forg[eo]t)\w{0,4} (?:up )?(?:\w{1,12} ){0,3}"
    r"pass(?:word|code)|pass(?:word)"
    r" (?:reset|recovery|change)|new password|unlock (?:my|your) account|recover (?:my|your) account",
    r"(?:passwort|kennwort)\w{0,3} (?:jetzt )?(?:zurück|neu|änder|fest|vergess|ersetz|wiederher)"
    r"|neues (?:passwort|kennwort)"
    r"|passwort-?(?:reset|zurück)|konto (?:entsperren|wiederherstellen)",
    r"réinitialis|nouveau mot de passe|(?:changer|modifier|choisir|créer|oublié).{0,16}mot de passe"
    r"|mot de passe oublié",
    r"restable|(?:cambiar|crear|nueva|recuperar|elegir|olvid).{0,14}contraseña|contraseña olvidada|desbloquear",
    r"reimpost|(?:cambia|nuova|recuper|ripristin|reset|dimentic|crea).{0,16}password|password dimenticata|sblocca",
    r"redefin|(?:alterar|nova|recuper|criar|repor|esquec|trocar).{0,14}(?:senha|palavra-passe)|desbloquear",
    r"(?:wachtwoord|pincode) (?:opnieuw|resetten|wijzig|instel|herstel|vergeten|aanpassen|kiezen)"
    r"|nieuw wachtwoord|wachtwoordherstel",
    r"(?:z?resetuj|zresetow|resetow|ustaw|zmień|zmian|odzysk|utwórz|nowe|zapomnia).{0,12}hasł",
    r"(?:сброс|восстанов|смен|измен|нов|забы|скин|віднов)\w{0,8} .{0,10}парол",
    r"パスワード.{0,8}(?:再設定|リセット|変更|設定|再発行|お忘れ)|(?:重置|重设|重設|找回|修改|更改|设置|忘记"
    r"|忘記).{0,6}密[码碼]|密[码碼](?:重置|重設|找回)",
    r"비밀번호.{0,4}(?:재설정|변경|초기화|찾기)|şifre\w{0,6} (?:sıfırla|yenile|değiştir|unut)|(?:återställ|byt"
    r"|glömt|nytt|nulstil|skift|glemt|nyt|tilbakestill)"
    r".{0,10}(?:lösenord|adgangskode|kodeord|passord)|salasana\w{0,4} (?:vaihto|palaut|nollau)|vaihda salasana"
    r"|(?:obnov|změn|nov|reset)\w{0,6} hesl"
    r"|jelszó.{0,8}(?:visszaáll|módosít)|(?:reseta|schimb)\w{0,5} parol|επαναφορά|إعادة تعيين|atur ulang"
    r"|đặt lại mật khẩu|รีเซ็ตรหัส|पासवर्ड रीसेट",
)
SIGN_IN: Final = (
    r"(?:sign|log)(?:ging|ning)?[- ]?(?:me )?[io]n(?:to| to)?\b|magic link|(?:one-time|login|sign-?in"
    r"|access) (?:link|url)|continue to|open (?:my )?account",
    r"anmelde?n?\b|einlogg|anmelde-?link|login-?link|zugangslink|(?:meldest|melden|meld|loggst) .{0,24}\b(?:an"
    r"|ein)\b",
    r"(?:se|me|vous) connecter|connexion|lien (?:magique|de connexion|d['’]accès)|connectez-vous",
    r"iniciar sesión|inicia sesión|acceder|accede\b|enlace (?:de acceso|mágico|de inicio)|entrar\b",
    r"acced[ie]|accesso|link (?:di accesso|magico)|entra\b",
    r"\bentrar|aceder|acessar|acesse|iniciar sessão|fazer login|link (?:de acesso|mágico|de login)",
    r"inlog|aanmeld|log in\b|zalog|logowani|link do logowania|войти|вход\w?\b|ссылк\w{1,3} для входа|увійти|вхід"
    r"|ログイン|サインイン|登录|登入|登錄|로그인"
    r"|giriş|logga in|inloggning|log ind|logg inn|kirjaudu|přihlá|bejelentkez|autentific|conect|σύνδεσ"
    r"|تسجيل الدخول|masuk|đăng nhập|เข้าสู่ระบบ|लॉग इन",
)
CONFIRM: Final = (
    r"accept (?:\w{1,12} ){0,2}invit|join (?:the )?(?:team|workspace|organi[sz]ation)\b|einladung annehmen"
    r"|accepter l['’]invitation"
    r"|aceptar (?:la )?invitación|accetta l['’]invito|aceitar (?:o )?convite|uitnodiging (?:accepteren|aannemen)"
    r"|(?:zaakceptuj|przyjmij) zaproszenie|принять приглашение|招待を(?:承認|承諾)|接受邀[请請]|초대 수락",
    r"(?:confirm|verify|validate|activate|complete|finish)\w{0,3} (?:\w{1,12} ){0,4}"
    r"(?:e-?mail"
    r"|address|account|registration|subscription|sign-?up|identity|device|it['’]?s you|profile)|(?:e-?mail"
    r"|account|address) (?:verif|confirm|activ|validat)"
    r"|^confirm(?: now)?$|^verify(?: now)?$|^activate(?: now)?$|verif(?:y|ication) link|activation link"
    r"|confirm(?:ation)? link|yes,? (?:subscribe|sign me|it['’]?s me|this (?:is|was) me|confirm)"
    r"|subscribe me",
    r"(?:e-?mail|adresse|konto|anmeldung|registrierung|account|newsletter|abo)\w{0,10}.{0,14}(?:bestätig|verifi"
    r"|aktivier|abschlie|freischalt)|bestätigungslink"
    r"|aktivierungslink|^(?:jetzt )?(?:bestätigen|aktivieren|verifizieren)$|ja,? ich",
    r"(?:confirm|vérifi|valid|activ|finalis)\w{0,4} .{0,20}(?:adresse|e-?mail|compte|inscription|abonnement"
    r"|identité)|lien (?:de confirmation|d['’]activation)"
    r"|^(?:je )?(?:confirme|active|valide)r?$",
    r"(?:confirm|verific|activ|complet)\w{0,4} .{0,16}(?:correo|e-?mail|cuenta|registro|suscripción|identidad"
    r"|dirección|inscrição|conta\b|cadastro|endereço|assinatura)"
    r"|(?:ativ|valid)\w{0,4} .{0,10}(?:conta|e-?mail|cadastro)|enlace de (?:confirmación|activación)"
    r"|link de (?:confirmação|ativação)",
    r"(?:conferm|verific|attiv|complet)\w{0,4} .{0,16}(?:e-?mail|account|registraz|iscriz|indirizzo|profilo"
    r"|identità)|link di (?:conferma|attivazione)",
    r"(?:bevestig|verifi|activeer|activeren|voltooi)\w{0,5} .{0,16}(?:e-?mail|account|registratie|aanmelding"
    r"|inschrijving|adres)|(?:e-?mail\w{0,6}|account) (?:bevestig"
    r"|verifi|activer)\w{0,4}|bevestigingslink|activatielink",
    r"(?:potwierdź|zweryfikuj|aktywuj|dokończ|aktywac|potwierdz|weryfik)\w{0,5} .{0,14}(?:e-?mail|adres|kont"
    r"|rejestrac|subskryp)|link aktywacyjny|^(?:potwierdzam|potwierdź)$",
    r"(?:подтверд|активир|заверш|верифиц|подтверж|активац|підтверд)\w{0,6} .{0,18}(?:почт|e-?mail|адрес|аккаунт"
    r"|регистрац|учетн|учётн|подписк|запис|пошт|облік)",
    r"(?:メール|アドレス|アカウント|登録|本人).{0,10}(?:確認|認証|有効化|完了|検証)|(?:验证|驗證|确认|確認|激活"
    r"|启用|啟用).{0,8}(?:邮箱|郵箱|邮件|電子郵件|账户|帐户|帳戶|账号|注册|订阅|電郵)"
    r"|(?:이메일|계정|메일).{0,6}(?:인증|확인|활성)|(?:e-posta|hesab|kayd)\w{0,8} .{0,12}(?:doğrula|onayla"
    r"|etkinleştir)|(?:bekräfta|verifiera|aktivera|bekræft|bekreft|aktiver"
    r"|vahvista|aktivoi) .{0,16}(?:e-?post|mejl|konto|adress|mail|sähköposti|tili)|(?:ověř|potvrď|aktivuj"
    r"|potvrd)\w{0,5} .{0,12}(?:e-?mail|účet|registr)|confirm\w{0,4} .{0,10}(?:cont|adres)"
    r"|verifikasi (?:email|akun)|xác (?:minh|nhận) (?:email|tài khoản)|تأكيد|تفعيل",
)
PATHS: Final = (
    ("reset", r"reset|recover|forgot|passw(?:or)?d|pwd"),
    ("confirm", r"verif|confirm|activat|validat|opt-?in|double-?opt|register|signup|enable|invit"),
    ("sign_in", r"magic|log-?in|sign-?in|\bauth\b|sso|passwordless|otp|session"),
)
"""Parts of paths and queries that say what a link does."""
LEAVES: Final = (
    r"unsubscri|opt-?out|abmeld|abbestell|desabonn|desinscri|disiscri|afmeld|uitschrijv|wypis|remove-?me|list-manage"
)
"""Parts of addresses that take their reader off a list, however they are signed."""
ACTS: Final = (
    r"/(?:[a-z-]{0,20}(?:reset|recover|magic|passwordless|verif|confirm|activat|validat|log-?in|sign-?in|auth"
    r"|invit|otp|token)"
    r"[a-z._-]{0,20})(?:/[a-z]{1,12}){0,2}(?:/[\w.~%+=-]{6,}|/?[?#](?:[^#]{0,300}&)?(?:token|t|code|key|otp"
    r"|hash|ticket|oobcode"
    r"|signature|nonce|secret|magic|k)=)"
)
"""An address that says itself what it does, and carries what it does it by."""
ASKED: Final = (
    r"you (?:have )?(?:recently )?(?:request|asked)|(?:received|got) (?:a|your) request|angeforder|anfrage"
    r"|beantragt|demand|sollicit|solicit|pedido|richiest|richiedi|gevraagd"
    r"|aangevraagd|verzoek|prośb|запрос|запит|リクエスト|依頼|申請|受け付け|请求|請求|申请|요청|talep|begär|anmod"
    r"|forespør|pyyn|žádost|kérés|cere"
    r"|sign(?:ing|ed) up|regist|thanks for (?:join|creat|sign)|welcome|willkommen|bienven|benvenut|bem-vind"
    r"|welkom|witamy|добро пожаловать|ようこそ|欢迎|歡迎"
    r"|subscri|abonn|iscri|inscri|newsletter"
)
ONCE: Final = (
    r"magic|(?:one-time|login|sign-?in|access|anmelde|zugangs|log-?in)[- ]?(?:link|url)|lien (?:magique"
    r"|de connexion|d['’]accès)|enlace (?:de|mágico)|link (?:di accesso|magico"
    r"|de acesso|mágico|de login|do logowania)|inloglink|ссылк\w{1,3} для|ログイン(?:用)?(?:リンク|url)|登录链接"
    r"|登入連結|로그인 링크|inloggningslänk|only be used once|works? (?:only )?once|single[- ]use"
)
"""A link that signs in, rather than one to a page to sign in on."""
NOT: Final = (
    r"unsubscri|abbestell|abmelden|désabonn|désinscri|darse de baja|cancelar (?:la )?suscrip|disiscri|cancellati"
    r"|cancelar (?:a )?inscri|descadastr|afmelden|uitschrijv|wypisz|отпис"
    r"|配信停止|退订|退訂|구독 취소|privacy|datenschutz|view (?:this|in|it)|browser|help|support|contact|terms"
    r"|facebook|twitter|instagram|linkedin|order|bestellung|commande|pedido|ordine"
    r"|zamówieni|заказ|注文|订单|訂單|invoice|rechnung|receipt"
)
GENERIC: Final = (
    r"here|click|link|button|continue|get started|proceed|next|hier|klick|weiter|los geht|\bici\b|cliqu|continuer"
    r"|aquí|aqui|clic|continuar|\bqui\b|clicca|continua|klik|verder"
    r"|tutaj|kliknij|dalej|здесь|ссылк|нажм|перей|продолж|こちら|クリック|ここ|次へ|这里|這裡|点击|點擊|继续|여기"
    r"|클릭|계속|buraya|tıkla|devam|här|klicka|fortsätt|\bher\b|fortsæt|fortsett|tästä"
    r"|zde|klikn|\bitt\b|aici|εδώ|هنا|اضغط|di sini|klik|đây|ที่นี่|यहां|^https?:|^www\."
)
"""What is written on a link when the words before it say what it does."""
