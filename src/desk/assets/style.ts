/** The style sheet: one column of readable text, tables that scroll by themselves, light and dark as the system asks. */
export const style = `
:root{color-scheme:light dark;--bg:#f6f7f8;--card:#fff;--ink:#17212b;--soft:#52606d;--line:#d5dbe1;--edge:#6b7885;--accent:#0b5c6b;--on:#fff;--tint:#e3f0f2;--good:#176238;--goodbg:#e2f3e8;--wait:#7a4b00;--waitbg:#fdf0d5;--stop:#9c1c1c;--stopbg:#fde8e6;--s0:#0b7285;--s1:#c2570c;--s2:#5f3dc4;--s3:#2b8a3e;--s4:#a61e4d;--s5:#5c677d}
@media (prefers-color-scheme:dark){:root{--bg:#12181e;--card:#1a222a;--ink:#e8edf2;--soft:#a8b4c0;--line:#33404c;--edge:#8494a4;--accent:#6cc9d9;--on:#0b1a1e;--tint:#1d3239;--good:#8ad8a8;--goodbg:#15301f;--wait:#f2c76e;--waitbg:#362a12;--stop:#ffa79f;--stopbg:#3d1c1b;--s0:#3bb0c4;--s1:#f08c4a;--s2:#a48cf0;--s3:#69c77f;--s4:#ef7ba3;--s5:#a3aebf}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Ethiopic","Noto Naskh Arabic",sans-serif;-webkit-text-size-adjust:100%}
:lang(am),:lang(ti),:lang(ar){line-height:1.75}
body{margin:0;background:var(--bg);color:var(--ink);overflow-wrap:break-word}
dd,p,li,h1{overflow-wrap:anywhere}
td bdi,td code{display:inline-block;max-width:min(16rem,60vw);overflow-wrap:break-word}
td.wide :is(bdi,code){display:inline;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em}
a,button,input,select,textarea,summary,[tabindex]{scroll-margin:5rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
main:focus,h2:focus{outline:none}
.skip:focus{position:absolute;inset-inline-start:.5rem;top:.5rem;background:var(--card);padding:.5rem 1rem;z-index:2}
.sr,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top{background:var(--card);border-bottom:1px solid var(--line);padding:.5rem 1.25rem;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center}
.brand{font-weight:700;color:var(--ink);text-decoration:none;font-size:1.1rem;padding:.4rem 0}
.logo{height:1.75rem;max-width:10rem;vertical-align:middle}
.top nav{flex:1 1 auto}
.top ul{display:flex;flex-wrap:wrap;gap:.125rem;list-style:none;margin:0;padding:0}
.top nav a{display:block;padding:.45rem .65rem;border-radius:6px;color:var(--ink);text-decoration:none;font-size:.9375rem}
.top nav a:hover{background:var(--tint)}
.top nav a[aria-current]{background:var(--tint);color:var(--accent);font-weight:600;box-shadow:inset 0 -3px var(--accent)}
.who{margin:0;margin-inline-start:auto;color:var(--soft);font-size:.875rem}
main{max-width:80rem;margin:0 auto;padding:1.25rem}
h1{font-size:1.6rem;line-height:1.25;margin:.25rem 0 1rem;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
h1 .mark{font-size:.875rem}
h1 .date{font-size:1rem;font-weight:400;color:var(--soft)}
h2{font-size:1.2rem;margin:2rem 0 .75rem}
h3{font-size:1.05rem;margin:1.25rem 0 .5rem}
.card>h2,.alert>h2{font-size:1rem;margin:0 0 .5rem}
.muted,.eth{color:var(--soft)}
small{font-size:.8125rem}
.scroll{position:relative;overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%}
th,td{padding:.55rem .75rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
tbody tr:last-child td{border-bottom:0}
th{font-size:.8125rem;font-weight:600;color:var(--soft);white-space:nowrap}
tbody tr:hover{background:var(--tint)}
td.n,.money,.money-head{white-space:nowrap;font-variant-numeric:tabular-nums}
td.n,th:has(.n){text-align:end}
td.n .money{display:inline-block}
.money,input:is(.amount,[inputmode=decimal]){direction:ltr;unicode-bidi:isolate}
td.wide{min-width:14rem}
td.pick{width:1%}
td.pick label{display:inline-flex;min-width:24px;min-height:24px;align-items:center;justify-content:center}
td small.muted{display:block}
td.n+td:not(.n),th:has(.n)+th:not(:has(.n)){padding-inline-start:2rem}
time{white-space:nowrap}
.eth{display:block;white-space:nowrap;font-size:.8125rem}
:is(h1,p,.facts,.plain) .eth{display:inline}
abbr{font-size:.8em;color:var(--soft);text-decoration:none}
:is(button,.mark,.slip) abbr{color:inherit}
.first,.more{display:block;max-width:40rem}
.more{color:var(--soft);font-size:.9rem}
.debit .money{color:var(--stop)}
.mark{display:inline-block;padding:.05rem .5rem;border-radius:99px;font-size:.8125rem;font-weight:600;white-space:nowrap;border:1px solid currentColor}
.mark::before{margin-inline-end:.3em}
.good{color:var(--good);background:var(--goodbg)}.mark.good::before{content:"✓"}
.mark.wait{color:var(--wait);background:var(--waitbg)}.mark.wait::before{content:"○"}
.mark.stop{color:var(--stop);background:var(--stopbg)}.mark.stop::before{content:"!"}
.mark.plain{color:var(--soft)}.mark.plain::before{content:"–"}
.empty{background:var(--card);border:1px dashed var(--edge);border-radius:8px;padding:1rem;color:var(--soft);margin:0}
.alert{border:1px solid var(--stop);border-inline-start-width:6px;background:var(--stopbg);border-radius:8px;padding:.75rem 1rem;margin:0 0 1rem}
.alert>:first-child{margin-top:0}.alert>:last-child{margin-bottom:0}
.alert[role=note]{border-color:var(--wait);background:var(--waitbg)}
.done{border:1px solid var(--good);border-inline-start-width:6px;background:var(--goodbg);border-radius:8px;padding:.6rem 1rem;margin:0 0 1rem}
.done::before{content:"✓ ";font-weight:700}
.progress{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;margin:0 0 1rem;position:relative}
.progress p{margin:0}
.progress p:has(+p){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
progress{display:block;width:100%;max-width:40rem;height:.75rem;margin-top:.5rem;accent-color:var(--accent)}
#status.busy{position:fixed;z-index:3;inset-block-end:1rem;inset-inline-start:1rem;max-width:calc(100% - 2rem);padding:.6rem 1rem;border:1px solid var(--edge);border-radius:8px;background:var(--ink);color:var(--bg)}
.said{margin:1rem 0;background:var(--card);border:1px solid var(--line);border-inline-start:4px solid var(--accent);border-radius:8px;padding:.6rem 1rem}
.said strong{display:block}
.card,.filter,.bulk{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem;margin:0 0 1rem}
.bulk{margin-top:1rem}.bulk h2{margin:0 0 .25rem;font-size:1rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:1rem;margin-top:1.5rem;align-items:start}
.cards .card{margin:0}.cards+.card{margin-top:1rem}
.cards:empty{display:none}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(12rem,100%),1fr));gap:.75rem 1rem;align-items:end}
.field{display:block;margin:0 0 .75rem}
.grid .field{margin:0}
.field>span{display:block;font-size:.875rem;font-weight:600;margin-bottom:.2rem}
input,select,textarea,button{font:inherit;color:inherit;max-width:100%}
input:not([type=checkbox],[type=radio]),select,textarea{width:100%;padding:.45rem .6rem;border:1px solid var(--edge);border-radius:6px;background:var(--card);min-height:2.5rem}
input:not([type=checkbox],[type=radio],[type=file]),select{height:2.75rem}
input[type=checkbox],input[type=radio]{width:1.25rem;height:1.25rem;accent-color:var(--accent);margin:.125rem;flex:none}
input.amount{width:9rem;text-align:end;font-variant-numeric:tabular-nums}
.pair{display:flex;flex-wrap:wrap;gap:0 1rem}.pair .field:first-child{flex:1 1 12rem}
.check{display:flex;flex-wrap:wrap;gap:.5rem;align-items:flex-start;padding:.25rem 0}
fieldset{border:1px solid var(--line);border-radius:8px;margin:.75rem 0;padding:.5rem 1rem 1rem;min-width:0}
legend{font-weight:600;padding:0 .4rem}
button{padding:.5rem 1rem;min-height:2.5rem;border-radius:6px;border:1px solid var(--accent);background:var(--card);color:var(--accent);font-weight:600;cursor:pointer}
button.main{background:var(--accent);color:var(--on)}
button.stop{border-color:var(--stop);color:var(--stop)}
button.small{padding:.2rem .6rem;min-height:2rem;white-space:nowrap;font-weight:500}
button.link{display:inline;padding:.35rem 0;min-height:0;border:0;background:none;text-decoration:underline;font-weight:inherit}
form.inline{display:inline}
form.row{display:flex;gap:.5rem;align-items:center}
button:hover{box-shadow:0 0 0 1px currentColor}
button[aria-disabled=true]{opacity:.6;cursor:progress}
.actions{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.75rem 0 0}
p.actions{margin-bottom:1rem}
.filter>.actions>button,.search>button{min-height:2.75rem}
.filter:not(:has(details)){display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end}
.filter:not(:has(details))>.grid{flex:1 1 20rem}
.filter>.actions{margin:0}
.filter .grid{grid-template-columns:repeat(auto-fit,minmax(min(9.5rem,100%),1fr))}
.filter details{margin:.5rem 0}
form[data-open]>.field{max-width:40rem}
:is(.empty,.notes)+form{margin-top:.75rem}
.actions .remainder{margin:0}
.remainder .over{color:var(--stop);font-weight:700}
.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
.search .field{flex:1 1 14rem;margin:0}
details{margin:.75rem 0}
summary{cursor:pointer;font-weight:600;padding:.35rem 0;color:var(--accent)}
.cards details{margin:0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));gap:.75rem 1.5rem;margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem}
.facts dt,.sums dt{font-size:.8125rem;color:var(--soft)}
dd{margin:0}
.sums{display:flex;flex-wrap:wrap;gap:1rem;margin:0 0 1rem}
.sums>div{flex:1 1 10rem;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem}
.sums dd{font-size:1.25rem;font-weight:700}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9.25rem,100%),1fr));gap:.75rem;list-style:none;margin:0;padding:0}
.tile{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--accent);border-radius:8px;padding:.6rem .9rem .75rem;line-height:1.4;display:flex;flex-direction:column}
.tile.none{border-top-color:var(--line)}
.tile .count{font-size:1.75rem;line-height:1.3}
.tile .count a{text-decoration-thickness:2px}
.plain,.notes{list-style:none;margin:0;padding:0}
.days{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.35rem 1.25rem}
.plain li{padding:.4rem 0;border-bottom:1px solid var(--line)}
.notes li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.6rem 1rem;margin:0 0 .5rem}
.notes p{margin:0;white-space:pre-wrap}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem;display:flex;flex-wrap:wrap;gap:0 2rem}
.chart{flex:1 1 30rem;min-width:0;max-width:54rem;height:auto}
figure details{flex:1 1 100%;min-width:0;margin-bottom:0}
.chart text{fill:var(--soft);font-size:11px}
.axis{stroke:var(--edge)}
.s0{fill:var(--s0)}.s1{fill:var(--s1)}.s2{fill:var(--s2)}.s3{fill:var(--s3)}.s4{fill:var(--s4)}.s5{fill:var(--s5)}
.legend{list-style:none;margin:.5rem 0;padding:0}
.key{width:.8rem;height:.8rem}
.sign{display:none}
.take{max-width:40rem}.grid+.field,.facts+:is(details,form),.card+.facts{margin-top:.75rem}
.take input.amount{width:100%;font-size:1.25rem}
.change,.large{font-weight:700;font-variant-numeric:tabular-nums}
.change{font-size:1.25rem}
.large{font-size:clamp(2rem,9vw,3.5rem);line-height:1.2;margin:0 0 1rem}
.card.search{margin-bottom:1rem}.search>small{flex:1 1 100%}
.card>summary{padding:0}.card[open]>summary{padding-bottom:.5rem}
.slip{background:#fff;color:#000;--soft:#333;border:1px solid var(--line);border-radius:8px;padding:1rem;margin:1rem 0;max-width:22rem;font-size:.875rem;line-height:1.35;color-scheme:light}
.slip.a5{max-width:34rem;font-size:1rem}
.slip header,.slip .number,.slip .stamp{text-align:center}
.slip header{margin-bottom:.5rem}.slip header p,.slip p{margin:0}
.slip img{max-height:4rem;max-width:100%}
.slip .hospital,.slip .number{font-weight:700;font-size:1.15em}
.slip .address{white-space:pre-line}
.slip .stamp{border:2px solid;font-weight:700;padding:.1rem .5rem;margin:.35rem 0}
.slip dl{margin:.5rem 0}.slip dl>div{display:flex;gap:.75rem;justify-content:space-between}
.slip dd{text-align:end;overflow-wrap:anywhere}
.slip :is(th,small){font-size:.9em}.slip th,.slip td{padding:.2rem 0;border-bottom:1px solid #999;color:#000}.slip td+td,.slip th+th{padding-inline-start:.5rem}
.slip tr:hover{background:none}.slip tfoot{font-weight:700}
.slip .words{margin-top:.35rem;font-style:italic}
.slip .signature{margin-top:2.5rem;border-top:1px solid;padding-top:.2rem}
.pager{display:flex;gap:1.5rem;margin:1rem 0}
.pager a{padding:.35rem 0}
@media (max-width:40rem){main{padding:1rem .75rem}.top{padding:.5rem .75rem}th,td{padding:.5rem}.cards,.grid{gap:.75rem}}
@media (forced-colors:active){.tile,.alert,.done{border-color:CanvasText}.top nav a[aria-current]{border-bottom:3px solid}.chart rect{forced-color-adjust:none}.chart text{fill:CanvasText}.axis{stroke:CanvasText}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#999;--tint:#fff;--good:#000;--wait:#000;--stop:#000;--goodbg:#fff;--waitbg:#fff;--stopbg:#fff}.top nav,.skip,form:not([data-keys]),.bulk,td.pick,th:has(.sr),button,.pager,.actions,.no-print,details:not([open]){display:none}main{max-width:none;padding:0}.top{padding:0 0 .25rem;margin:0 0 .5rem}.sign{display:flex;gap:2rem;margin-top:5rem;break-inside:avoid}.sign p{flex:1;margin:0;border-top:1px solid;padding-top:.25rem}.scroll{overflow:visible;border:0}a{color:inherit;text-decoration:none}thead{display:table-header-group}tr,.card,.tile,figure{break-inside:avoid}body{font-size:10.5pt}.paper-only .top,.paper-only h1,.paper-only main>:not(.slip){display:none}.slip,.slip.a5{border:0;margin:0;padding:4mm;max-width:72mm;font-size:9pt;page:roll}.slip.a5{max-width:none;padding:10mm;font-size:11pt;page:a5}}
@page roll{margin:0}
@page a5{size:A5;margin:0}
`
