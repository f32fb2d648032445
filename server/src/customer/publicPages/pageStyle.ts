// For phones first: one column, the system's font, the colours of web/src/base/ui/tokens.css by the reader's scheme.
// Arabic letters are joined, and both other scripts stand higher than Latin.
export const css = `
:root{color-scheme:light dark;--text:light-dark(#1a1f1c,#e8ecea);--muted:light-dark(#59625d,#9da8a2);
--page:light-dark(#f6f7f7,#0f1211);--surface:light-dark(#fff,#161a18);--line:light-dark(#e2e6e4,#2a302d);
--field:light-dark(#868f8a,#69726d);--accent:light-dark(#17803d,#4cc27a);--strong:light-dark(#126331,#35a963);
--soft:light-dark(rgb(23 128 61/.09),rgb(76 194 122/.14));--on:light-dark(#fff,#07140c);
--danger:light-dark(#c0271c,#ff7b70);--dangersoft:light-dark(rgb(192 39 28/.07),rgb(255 123 112/.12));
--warn:light-dark(#7a4700,#f0bd6c);--warnsoft:light-dark(#fdf1dc,#3a2b10)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);overflow-wrap:anywhere;-webkit-text-size-adjust:100%;
font:.9375rem/1.375rem -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","Helvetica Neue",Arial,sans-serif}
.bar{padding:16px max(16px,calc(50% - 504px));background:var(--surface);border-bottom:1px solid var(--line);font-weight:600;
display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;justify-content:space-between}
.languages{display:flex;flex-wrap:wrap;gap:0 16px;font-weight:400}
.languages :is(a,button){display:inline-flex;align-items:center;min-height:32px;min-width:24px;margin:0;padding:0;border:0;
background:none;color:var(--accent);font:inherit;text-decoration:underline}
.languages [aria-current]{color:var(--text);font-weight:600;text-decoration:none}
main{max-width:1040px;margin:0 auto;padding:24px 16px 48px}
h1{margin:0;font-size:1.5rem;line-height:2rem;letter-spacing:-.01em}
:lang(ar){letter-spacing:0}:lang(ar),:lang(hi){line-height:1.6}
h2{margin:0 0 12px;font-size:1rem;line-height:1.5rem}
p{margin:0 0 12px}p:last-child{margin:0}
.sub,.muted{color:var(--muted)}
.small{font-size:.8125rem;line-height:1.125rem}
a{color:var(--accent)}
.columns{display:grid;gap:16px;margin-top:24px;align-items:start}
.columns>div{display:grid;gap:16px;min-width:0}
@media(min-width:900px){.columns{grid-template-columns:minmax(0,5fr) minmax(0,4fr)}}
.card{padding:20px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
.steps{list-style:none;margin:0;padding:0}
.steps li{position:relative;padding-block:0 20px;padding-inline:32px 0;color:var(--muted)}
.steps li:last-child{padding-bottom:0}
.steps li::before{content:"";position:absolute;inset-inline-start:2px;top:3px;width:16px;height:16px;border-radius:50%;
border:2px solid var(--field);background:var(--surface);z-index:1}
.steps li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:9px;top:10px;bottom:-4px;width:2px;background:var(--line)}
.steps .done::before{background:var(--accent);border-color:var(--accent)}
.steps .done:not(:last-child)::after{background:var(--accent)}
.steps .now::before{border-color:var(--accent);box-shadow:0 0 0 4px var(--soft)}
.steps b{display:block;font-weight:600}
.steps .done b,.steps .now b{color:var(--text)}
progress{width:100%;height:8px;accent-color:var(--accent)}
.pages{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0 16px;padding:0;list-style:none}
.pages img{display:block;max-width:132px;width:auto;height:88px;min-width:40px;background:#fff;border:1px solid var(--line);border-radius:4px}
dl{display:grid;grid-template-columns:auto auto;gap:6px 16px;margin:0}
dt{color:var(--muted)}dd{margin:0;text-align:end;font-variant-numeric:tabular-nums}
.sum{font-weight:600;color:var(--text)}
.qr{width:176px;margin:16px auto 8px;padding:12px;background:#fff;border-radius:6px}
.qr svg{display:block;width:100%;height:auto}
.center{text-align:center}
.code{font:600 2rem/2.5rem ui-monospace,"Cascadia Mono","Liberation Mono",Menlo,monospace;letter-spacing:.12em}
.note{padding:12px 16px;margin:16px 0 0;border-radius:6px;background:var(--soft)}
.bad{background:var(--dangersoft);color:var(--danger)}
.warn{padding:12px 16px;margin:8px 0;border-radius:6px;background:var(--warnsoft);color:var(--warn)}
.warn ul{margin:0;padding-inline-start:20px}
form{margin:12px 0 0}
label,legend{display:block;margin:12px 0 4px;font-size:.8125rem;font-weight:600}
fieldset{border:0;margin:0;padding:0}
main:has([name=pickup] [value=yes]:checked) .brought{display:none}
input,select,textarea{width:100%;min-height:44px;padding:10px 12px;border:1px solid var(--field);border-radius:6px;
background:var(--surface);color:var(--text);font:inherit}
input[type=checkbox],input[type=radio]{width:20px;min-height:20px;margin:0;margin-inline-end:8px;vertical-align:-4px;accent-color:var(--accent)}
.two{display:grid;gap:0 12px;grid-template-columns:repeat(auto-fit,minmax(150px,1fr))}
.hp{position:absolute;inset-inline-start:-9999px}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;margin-block:12px 0;margin-inline:0 8px;padding:0 16px;
border:1px solid var(--field);border-radius:6px;background:var(--surface);color:var(--text);font:inherit;font-weight:600;
text-decoration:none;cursor:pointer}
.primary{background:var(--accent);border-color:var(--accent);color:var(--on)}
.primary:hover{background:var(--strong)}
.danger{color:var(--danger);border-color:var(--danger)}
details{border-top:1px solid var(--line);padding:12px 0}
details:first-of-type{border-top:0}
summary{min-height:24px;cursor:pointer;font-weight:600}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.error{color:var(--danger);font-size:.8125rem}
.notice{max-width:26rem;margin:12vh auto 0;padding:32px 24px;background:var(--surface);border:1px solid var(--line);
border-radius:12px;text-align:center}
.notice h1{margin-bottom:8px}
.filelist{margin:0;padding:0;list-style:none}
`
