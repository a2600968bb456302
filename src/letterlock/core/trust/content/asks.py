"""Signs of what an attack on an assistant has to do, however it is worded: each alone is weak, and some are ordinary.

Their weights are learnt; see `training/`.
"""

# ruff: noqa: E501 (patterns are data; a broken line would hide their parts)

from typing import Final

from letterlock.core.trust.sign import Sign, sign

_SHAPE = r"(?:include|add|insert|mention|integrate|modify|enhance|augment|provide|write|use|convert|replace|render|encode|reverse|scramble|remove|suggest|append|embed|incorporate|introduce|begin|start|end|finish|weave|slip|put|place|adjust|extend|adapt|present|deliver|give|compose|craft|produce|state|recommend|advise|promote|urge|hint|tease|translate|shuffle|swap|double|print|repeat|output|format|summari[sz]e|explain|rearrange|group|misspell|combine|jumble|anagram|describe|share|encourage|inject|work in|tell)"
_ANSWER = r"(?:response|reply|answer|output|summary|responses|replies|answers)"
_TASK_VERB = r"(?:explain|describe|outline|write|compose|create|draft|generate|produce|design|develop|propose|calculate|compute|solve|translate|define|compare|list|name|suggest|recommend|analy[sz]e|classify|identify|determine|evaluate|find|search for|tell me|give me|show me|provide|summari[sz]e|break down|plan|prepare|craft|help me|teach me|simulate|predict|recite)"
_TASK_OBJECT = r"(?:poem|haiku|limerick|short story|story about|essay|joke|riddle|song|speech|cover letter|function|sentence|phrase|equation|theory of|concept of|process of|lifecycle|plot of|main causes|causes of|capital of|population of|difference between|sentiment|tone of|recipe|workout|itinerary|in simple terms|step[- ]by[- ]step|python|javascript|java|sql|algorithm|history of|benefits of|steps to|synonyms?|blog post|tutorial|fictional|scenario|dialogue|script|persuasive|article about|letter to)"
_ACT = r"(?:send|forward|e-?mail|mail|transmit|upload|post|submit|relay|copy|share|export|exfiltrate|deliver|pass on|redirect|report)"
_SOMEWHERE = r"(?:[\w.+-]{1,64}@[\w-]{1,63}\.|https?://|www\.)"

ASK_SIGNS: Final[tuple[Sign, ...]] = (
    sign(
        "shapes the answer to come",
        0,
        rf"\b{_SHAPE}\b[^.!?\n]{{0,90}}\b(?:your|the|every|each|all)\b[^.!?\n]{{0,12}}\b{_ANSWER}\b|\b(?:in|within|throughout|at the (?:end|start|beginning) of) your {_ANSWER}\b[, ]{{1,2}}[^.!?\n]{{0,40}}\b{_SHAPE}\b|\b(?:your|entire|whole) (?:response|reply|answer|output)\b[^.!?\n]{{0,30}}\b(?:in|into|as|to|using|with) (?:base ?64|morse|binary|hex\w*|rot-?13|emojis?|reverse|uppercase|capital|rhyme|json|latin|code)|\b(?:respond|reply|answer) (?:only )?(?:in|with|using) (?:base ?64|morse|binary|hex\w*|emojis?|reverse|rhymes?|latin|alphanumeric|symbols|anagram)",
        "response|reply|replies|answer|output|summary|respond",
    ),
    sign(
        "sets a task as people set chatbots",
        0,
        rf"(?:^|[.!?:;\n] ?|\b(?:please|you|now|then|to|and|also|first|finally|next) )(?:can you |could you |please )?{_TASK_VERB}\b[^.!?\n]{{0,60}}\b{_TASK_OBJECT}\b",
        "explain|describe|outline|write|compose|create|draft|generate|produce|design|develop|propose|calculate|compute|solve|translate|defin|compare|list|name|suggest|recommend|analy|classify|identify|determine|evaluat|find|search|tell me|give me|show me|provide|summari|break down|plan|prepare|craft|help me|teach me",
        "=poem|=haiku|=limerick|=story|=essay|=joke|=riddle|=song|=speech|=letter|=function|=sentence|=phrase|=equation|=theory|=concept|=process|=lifecycle|=plot|=causes|=capital|=population|=difference|=sentiment|=tone|=recipe|=workout|=itinerary|=terms|=step|=python|=javascript|=java|=sql|=algorithm|=history|=benefits|=steps|=synonym|=synonyms|=post|=tutorial|=fictional|=scenario|=dialogue|=script|=persuasive|=article",
        lines=True,
    ),
    sign(
        "asks a question of knowledge",
        0,
        r"\b(?:what(?:'s| is| are| was) the (?:capital|population|difference between|meaning of|purpose of|formula|chemical|largest|longest|highest|tallest|name of|main|primary|opposite|square root)|who (?:wrote|invented|discovered|painted|composed|directed)|how (?:do|does|did|can) [\w ]{1,40} work|how do you say|what does [\w ]{1,30} mean|which (?:author|country|city|planet|movie|musical|element|animal)|please answer the following question|answer the following)\b",
        "what|who|how|which|answer",
    ),
    sign(
        "asks to send given words to an address",
        0,
        rf"\b(?:send|write|compose|draft|dispatch|shoot|drop|create|prepare)\b[^.!?\n]{{0,30}}\b(?:e-?mail|message|mail|note|reply|letter|text)\b[^.!?\n]{{0,40}}{_SOMEWHERE}|\b(?:send|mail|e-?mail|write|reply|respond|message|contact|notify)\b[^.!?\n]{{0,20}}{_SOMEWHERE}[^\n]{{0,60}}\b(?:with|containing|saying|stating|that says|body|subject|content|text|confirm\w*)\b",
        "@|http|www.",
        "send|write|compose|draft|dispatch|mail|reply|respond|message|shoot|drop|create|prepare|contact|notify",
    ),
    sign(
        "asks to hand what is here to somewhere",
        0,
        rf"\b{_ACT}\b[^.!?\n]{{0,80}}\b(?:to|at|with|into|via)\b[^.!?\n]{{0,30}}{_SOMEWHERE}",
        "@|http|www.",
        "send|forward|mail|transmit|upload|post|submit|relay|copy|share|export|exfil|deliver|pass on|redirect|report",
    ),
    sign(
        "asks for what the mailbox or its owner keeps",
        0,
        r"\b(?:forward|send|list|show|share|give|reveal|retrieve|fetch|get|read|open|find|search|collect|extract|look up|export|summari[sz]e|copy|upload|print|leak)\b[^.!?\n]{0,40}\b(?:all|every|any|last|latest|recent|newest|unread|saved|stored|the user'?s|user'?s|my|their|your owner'?s)\b[^.!?\n]{0,30}\b(?:e-?mails?|messages?|inbox|mailbox|contacts?|conversations?|threads?|attachments?|files?|documents?|calendar|passwords?|credentials|codes?|api keys?|tokens?|secrets?|addresses|payment methods?|records?|photos?|invoices?)\b",
        "mail|message|inbox|contact|conversation|thread|attachment|file|document|calendar|password|credential|code|key|token|secret|address|payment|record|photo|invoice",
    ),
    sign(
        "asks to change the mailbox",
        0,
        r"\b(?:delete|erase|remove|purge|trash|archive|mark|hide|empty)\b[^.!?\n]{0,25}\b(?:all|every|this|these|any|the)\b[^.!?\n]{0,20}\b(?:e-?mails?|messages?|mails|inbox|thread|trash|alerts?)\b|\b(?:forwarding|inbox|mail|filter) rules?\b[^.!?\n]{0,40}\b(?:forward|redirect|cop|send)|\b(?:create|set up|add|install)\b[^.!?\n]{0,20}\b(?:rule|filter)\b[^.!?\n]{0,60}\b(?:forward|redirect|cop(?:y|ies)|all)|\bbcc\b[^.!?\n]{0,60}@",
        "delete|erase|remove|purge|trash|archive|mark|hide|empty|rule|filter|bcc",
    ),
    sign(
        "asks for money or rights to be moved",
        0,
        r"\b(?:transfer|wire|pay|send|release|approve|settle)\b[^.!?\n]{0,40}(?:[$€£] ?\d|\d[\d.,]* ?(?:dollars|euros?|usd|eur|gbp|bitcoin|btc|pounds)|invoice|payment|balance)[^.!?\n]{0,60}\b(?:to|into)\b[^.!?\n]{0,20}(?:account|iban|wallet|[\w.+-]{1,64}@)|\b(?:grant|give)\b[^.!?\n]{0,60}\b(?:access|permission|rights)\b|\b(?:disable|turn off|switch off|unlock)\b[^.!?\n]{0,20}\b(?:two-factor|2fa|alarm|security|firewall|door|logging|lock|camera|notifications)\b|\b(?:change|update|replace)\b[^.!?\n]{0,20}\b(?:bank details|payout|iban|billing address|delivery address|account number)\b[^.!?\n]{0,60}\bto\b",
        "transfer|wire|pay|send|release|approve|settle|grant|give|disable|turn off|switch off|unlock|change|update|replace",
    ),
    sign(
        "a line of a forged conversation",
        0,
        r"^[ \t>*#-]{0,6}(?:user|human|customer|assistant|ai|agent|system|developer|tool|model|bot|gpt|chatgpt|observation|thought|action(?: input)?|new user (?:query|request)|user query|instruction)\s{0,2}(?:\([^)\n]{0,30}\))?:",
        "user|human|customer|assistant|=ai|agent|system|developer|tool|model|bot|gpt|observation|thought|action|instruction",
        lines=True,
    ),
    sign(
        "closes or opens a frame around the mail",
        0,
        r"</?(?:e-?mails?|mail|data|context|documents?|user_?input|user|content|message|untrusted\w{0,20}|information|important|instructions?|tasks?|user_?query|system[\w -]{0,20}|prompt|assistant[\w -]{0,20}|tool_\w{1,20}|function_\w{1,20}|priority|admin|input|output|query)>|[-=#*<>_~]{3,} ?(?:end|begin|start) of (?:the )?(?:e-?mails?|message|data|context|document|user input|prompt|text|conversation|input)|\b(?:e-?mail|message) ends here\b|\[{1,2}/?(?:inst|system|sys|admin|assistant|priority|hidden note|developer)[^\]\n]{0,30}\]{1,2}|^#{2,4} ?(?:instruction|system|new instruction|task|human|response|assistant|user)s?\b",
        "</|<e|<m|<d|<c|<u|<in|<im|<s|<t|<p|<a|<f|<o|<q|end of|ends here|[in|[/|[s|[a|[p|[h|[de|[[|##|begin of|start of",
        lines=True,
    ),
    sign(
        "puts a step before the reader's own task",
        0,
        r"\b(?:before (?:you |you can |you start |doing )?(?:can |start )?(?:solv|answer|summari[sz]|continu|proceed|respond|repl|complet|finish|process|anything)\w*|(?:in order )?to (?:complete|finish|continue with|unlock|solve) (?:the|your|any|this) (?:task|request|summary|analysis|query)|(?:as part of|for the purpose of) (?:the|your|this) (?:summary|task|request|security audit|routine check|compliance|migration|analysis)|then (?:you may )?(?:continue|proceed) (?:with|as)|and nothing else)\b",
        "before|complete|finish|continue|unlock|solve|as part of|for the purpose|nothing else",
    ),
    sign(
        "says that the user agreed or asked",
        0,
        r"\b(?:the|your|this) (?:user|owner|operator|account holder|administrator)\b[^.!?\n]{0,20}\b(?:has|have|already|wants?|asked|agreed|approved|authori[sz]ed|confirmed|requested|gave|needs|consented)\b|\bi am the (?:user|owner|developer|administrator)\b|\bon behalf of the user\b",
        "user|owner|operator|holder|administrator|developer",
    ),
    sign(
        "asks for silence",
        0,
        r"\b(?:silently|quietly|secretly|discreetly|covertly)\b|\bin the background\b[, ]|\bwithout (?:mentioning|asking|telling|informing|notifying|confirmation|any confirmation|alerting|letting)\b|\bleave no trace\b|\bno questions asked\b|\b(?:do not|don't|never) (?:mention|report|reveal|disclose|log|tell|inform|notify|alert)\b",
        "silent|quiet|secret|discreet|covert|background|without|trace|questions|do not|don't|never",
    ),
    sign(
        "speaks with authority over assistants",
        0,
        r"\b(?:all|every|any|the) (?:ai |mail |e-?mail |virtual |digital |automated )?(?:assistants?|agents?|models?|bots?|ai|llms?|chatbots?)\b[^.!?\n]{0,40}\b(?:must|has to|have to|(?:is|are) required|should|shall|is to)\b|\b(?:your|the) (?:developers?|creators?|administrator|system owner|operator)s?\b[^.!?\n]{0,30}\b(?:require|order|instruct|demand|request|ask|command)",
        "assistant|agent|model|bot|=ai|llm|developer|creator|administrator|owner|operator",
    ),
    sign(
        "written as a call of a tool",
        0,
        r"\b(?:send|forward|delete|create|share|read|get|list|search|transfer|call|execute|run|fetch|update|reply|draft|export|download|book|pay)_[a-z_]{3,30}\b|[\"'](?:arguments|parameters|input|recipient|tool_?name|function_?name|tool|function)[\"']\s?:|\b(?:send|forward|share|create|transfer)[a-z_]{0,20}\((?:to|recipient|body|[\"'])",
        "_|\":|':|\" :|' :|(to|(recipient|(body|(\"|('",
    ),
    sign(
        "a picture or link that carries what is here away",
        0,
        r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{0,300}|https?://[^\s\"'<>]{1,200}[?&=/](?:\{|\$\{|\[|<)[^\s\"']{2,60}",
        "](|={|=[|=<|/{|${",
    ),
    sign(
        "says what is to be told of this mail",
        0,
        r"\b(?:say|state|claim|tell (?:the user|them|your user)|rate|score|classify|rank|mark|label|conclude|report|write)\b[^.!?\n]{0,50}\b(?:as |is |are |was |that )[^.!?\n]{0,30}\b(?:approved|safe|trusted|best|not spam|top priority|highly qualified|legitimate|verified|important|strongest|10 out of 10|no problems|benign)\b",
        "approved|safe|trusted|best|spam|priority|qualified|legitimate|verified|important|strongest|out of 10|problem|benign",
    ),
    sign(
        "sets a rule for all later talk",
        0,
        r"\b(?:remember|save to memory|store permanently|note for all later|keep in mind)\b[^.!?\n]{0,15}\bthat\b|\b(?:from now on|henceforth|starting now|from this point)\b|\bin (?:all|every) (?:future|later|subsequent)\b",
        "remember|memory|store|note for|keep in mind|from now|henceforth|starting now|from this point|in all|in every",
    ),
    sign(
        "reads as a game of roles",
        0,
        r"\b(?:you are (?:an?|the|now|going to)|act as|act like|pretend|imagine (?:you|that you)|role-?play|play the role|take the role|in this (?:game|story|scenario)|hypothetical(?:ly)?|for (?:purely )?(?:fictional|educational|research) (?:reasons|purposes)|simulate|behave as|speak as|character)\b",
        "you are|act as|act like|pretend|imagine|role|in this|hypothetical|fictional|educational|research|simulat|behave|speak as|character",
    ),
    sign(
        "asks for or speaks of its instructions",
        0,
        r"\b(?:system prompt|initial (?:prompt|instructions)|hidden (?:prompt|instructions)|your (?:instructions|prompt|guidelines|programming|training|configuration|rules|restrictions|safety)|original (?:prompt|instructions)|pre-?prompt|prompt you|safety (?:guidelines|filters?|protocols?)|content (?:policy|filters?)|unrestricted|unfiltered|uncensored|without (?:any )?(?:restrictions|limitations|filters|rules)|no (?:restrictions|limits|rules|filters))\b",
        "prompt|instruction|guideline|programming|training|configuration|rules|restrict|safety|policy|filter|uncensored|limit",
    ),
    sign(
        "speaks to a model or assistant",
        0,
        r"\b(?:ai|llm|language model|chatbot|chatgpt|gpt-?\d?|claude|gemini|copilot|virtual assistant|ai assistant|ai agent|email assistant|mail agent|summari[sz]er)\b",
        "=ai|llm|language model|chatbot|gpt|=claude|=gemini|=copilot|assistant|=agent|summari",
    ),
)

DISCUSSION: Final = sign(
    "speaks about such attacks",
    0,
    r"\b(?:prompt injections?|injection attacks?|red[- ]team\w*|attackers?|researchers?|vulnerabilit\w+|cve-\d|adversar\w+|awareness|security (?:team|news|bulletin|roundup|firms?)|payloads?|exploit\w*|threat actors?)\b",
    "injection|red-team|red team|attacker|researcher|vulnerab|cve-|adversar|awareness|security|payload|exploit|threat actor",
)
CODE: Final = sign(
    "looks like code or a machine's notice",
    0,
    r"\bdef \w{1,40}\(|\breturn \w|\bimport \w|\bconst \w|\bpull request\b|\bcommit(?:ted)?\b|\bbranch\b|\bstderr\b|\btraceback\b|^\$ \w|\bissue #\d|\bmerged?\b",
    "def |return |import |const |request|commit|branch|stderr|traceback|$ |issue #|merge",
    lines=True,
)
