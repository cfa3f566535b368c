// Texts that attack whoever shows them.

const long = `${'long '.repeat(200_000)}end`;

/** By name, so that a failure says which. */
export const hostileTexts = {
  script: '<script>globalThis.pwned = 1; alert(1)</script>',
  'end of script': '</script><script>globalThis.pwned = 1</script><!-- <script>',
  'image handler': '"><img src=x onerror="globalThis.pwned = 1">',
  'svg handler': "'><svg onload=alert(1)>",
  link: 'javascript:alert(1) [x](javascript:alert(1)) https://example.com/',
  entity: '&lt;b&gt; &amp;amp; &#60;i&#62; &nbsp;',
  bidi: 'pay \u202e001\u202c to \u2066me\u2069 \u200f',
  ansi: '\u001b[31mred\u001b[0m \u001b]8;;http://example.com\u0007link\u001b]8;;\u0007 \u0000 \u009b2J',
  'zero width': 'a\u200bb\ufeffc\u{e0041}',
  emoji: '👩‍👩‍👧 🏴‍☠️ é 日本語 ß ﬂ °',
  'lone surrogate': 'half \ud83d of one',
  lines: 'one\ntwo\r\nthree\u2028four',
  quotes: '"double" \'single\' `tick` ``` \\" \\n',
  'mermaid code':
    'issue #1; ﬂ°°60¶ß ﬂ°amp¶ß x #quot; #35; #9829; %% no comment %%{init: {"theme": "dark"}}%%',
  'mermaid words': 'end',
  'mermaid arrows': 'x --> y -- z ==> w -.-> v o--o u ->> t :::failure & s',
  'mermaid brackets': '[a](b) {c} |d| <<e>> ((f)) {{g}} @{ shape: cloud } A;B',
  'mermaid marks': 'note right of agent: style n0 fill:#f00 click n0 href "x" wrap: rect end',
  markdown: '1. one **bold** _it_ ~~gone~~ # head > quote - item',
  formula: '$$x^2$$ fa:fa-car :smile:',
  'a megabyte': long,
  'json of the page': '{"log":{"header":{}}}</script>',
  prototype: '__proto__',
  constructor: 'constructor',
};
