/**
 * The style sheet, by subject. Below 600 px a table is a list of cards, and what is pressed has 44 px; from 900 px a row of a
 * table is one line. Colours are light or dark as the system asks. There are two weights: 400 and 600.
 */

const colours = `
:root{color-scheme:light dark;--bg:#f3f5f7;--card:#fff;--ink:#17212b;--soft:#52606d;--line:#e2e7ec;--edge:#6b7885;--accent:#0b5c6b;--on:#fff;--tint:#e6f1f3;--good:#176238;--goodbg:#e2f3e8;--wait:#7a4b00;--waitbg:#fdf0d5;--stop:#9c1c1c;--stopbg:#fde8e6;--s0:#0b7285;--s1:#c2570c;--s2:#5f3dc4;--s3:#2b8a3e;--s4:#a61e4d;--s5:#5c677d}
@media (prefers-color-scheme:dark){:root{--bg:#10161b;--card:#1a222a;--ink:#e8edf2;--soft:#a8b4c0;--line:#2c3742;--edge:#8494a4;--accent:#6cc9d9;--on:#0b1a1e;--tint:#1f333a;--good:#8ad8a8;--goodbg:#15301f;--wait:#f2c76e;--waitbg:#362a12;--stop:#ffa79f;--stopbg:#3d1c1b;--s0:#3bb0c4;--s1:#f08c4a;--s2:#a48cf0;--s3:#69c77f;--s4:#ef7ba3;--s5:#a3aebf}}
`

/** Text, links, amounts, and the focus. An amount runs from left to right in every language. */
const text = `
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Ethiopic","Noto Naskh Arabic",sans-serif;-webkit-text-size-adjust:100%}
:lang(am),:lang(ti),:lang(ar){line-height:1.75}
body{margin:0;background:var(--bg);color:var(--ink);overflow-wrap:break-word}
main,footer{max-width:90rem;margin:0 auto;padding:1.25rem}
dd,p,li,h1{overflow-wrap:anywhere}
h1,h2,h3,th,strong,b,legend{font-weight:600}
h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 1rem;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
h1 .mark{font-size:.9375rem}
h1 small{font-size:1rem;font-weight:400;color:var(--soft)}
h2{font-size:1.125rem;margin:1.75rem 0 .6rem}
h3{font-size:1rem;margin:1.25rem 0 .5rem}
.card>h2,.alert>h2{font-size:1rem;margin:0 0 .5rem}
.card>p:first-child{margin-top:0}
.muted,.eth{color:var(--soft)}
small{font-size:.8125rem}
a{color:var(--accent);text-underline-offset:.15em}
a,button,input,select,textarea,summary,[tabindex]{scroll-margin:5rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
:is(input,select,textarea):focus-visible{outline-offset:0;border-radius:6px}
:is(main,h2,.done,.alert):focus{outline:none}
.skip:focus{position:absolute;inset-inline-start:.5rem;top:.5rem;background:var(--card);padding:.5rem 1rem;z-index:2}
.sr,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.money,input:is(.amount,[inputmode=decimal]){direction:ltr;unicode-bidi:isolate}
.money{white-space:nowrap;font-variant-numeric:tabular-nums}
abbr{font-size:.8em;color:var(--soft);text-decoration:none}
:is(button,.mark,.slip) abbr{color:inherit}
time{white-space:nowrap}
.eth{display:block;white-space:nowrap;font-size:.8125rem}
:is(h1,p,.facts,.plain,.tile,.muted) .eth{display:inline}
.first,.more{display:block;max-width:40rem}
.more{color:var(--soft);font-size:.9rem}
.debit .money{color:var(--stop)}
`

/** The head of every page: one row, whose pages stand in a menu where there is no room for them. */
const head = `
.top{background:var(--card);border-bottom:1px solid var(--line);padding:.25rem 1.25rem;display:flex;gap:.25rem 1rem;align-items:center;min-height:3.25rem}
.brand{font-weight:600;color:var(--ink);text-decoration:none;font-size:1.0625rem;padding:.4rem 0;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.logo{height:1.75rem;max-width:10rem;vertical-align:middle}
.menu{margin-inline-start:auto;flex:none}
@supports not selector(:popover-open){.menu{display:none}.top{flex-wrap:wrap}}
#menu{position:absolute;inset:3.25rem 0 auto;width:auto;max-height:none;margin:0;border:0;border-bottom:1px solid var(--edge);padding:.5rem .75rem;background:var(--card);color:var(--ink);box-shadow:0 .5rem 1rem #0003}
.top ul{display:grid;grid-template-columns:1fr 1fr;list-style:none;margin:0;padding:0}
.top nav a{display:flex;align-items:center;min-height:2.75rem;padding:.25rem .6rem;border-radius:6px;color:var(--ink);text-decoration:none}
.top nav a:hover{background:var(--tint)}
.top nav a[aria-current]{background:var(--tint);color:var(--accent);font-weight:600}
.who{margin:0;color:var(--soft);font-size:.875rem;padding:.5rem .6rem}
.who a{display:inline-block;padding:.2rem 0}
@media screen and (min-width:900px){
.top{flex-wrap:wrap;padding-block:.15rem}
.menu{display:none}
#menu{position:static;flex:1 1 0;min-width:60%;display:flex;flex-wrap:wrap;align-items:center;gap:0 1rem;border:0;padding:0;box-shadow:none;overflow:visible}
.top ul{display:flex;flex-wrap:wrap}
.top nav a{min-height:2.5rem;padding:.2rem .38rem;font-size:.9rem;border-radius:0;border-bottom:2px solid transparent;border-top:2px solid transparent}
.top nav a[aria-current]{background:none;border-bottom-color:var(--accent)}
.who{margin-inline-start:auto;padding:.25rem 0}
}
`

/** Tables: cards on a phone, lines of 36 px where there is room. */
const tables = `
.scroll{position:relative;overflow-x:auto;background:var(--card);border-radius:8px}
table{border-collapse:collapse;width:100%}
th,td{padding:.5rem .75rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
tbody tr:last-child td,.plain li:last-child{border-bottom:0}
td a>bdi{text-decoration:underline;text-underline-offset:.15em}
th{font-size:.8125rem;color:var(--soft);white-space:nowrap}
tbody tr:hover{background:var(--tint)}
td.n{white-space:nowrap;font-variant-numeric:tabular-nums}
td.n,th:has(.n){text-align:end}
td.n .money{display:inline-block}
td.n small.muted{white-space:normal}
td.wide{min-width:14rem}
th select{min-width:8rem}
td.pick{width:1%}
td.pick label{display:inline-flex;min-width:24px;min-height:24px;align-items:center;justify-content:center}
td small.muted{display:block}
.acts{display:flex;flex-wrap:wrap;gap:.35rem .75rem;align-items:center}
td bdi,td code{display:inline-block;max-width:min(16rem,60vw);overflow-wrap:break-word}
td:is(.wide,.text) :is(bdi,code){display:inline;overflow-wrap:anywhere}
:is(.scroll,.grid)+:is(.scroll,.card,.empty){margin-top:1rem}
td.n+td:not(.n),th:has(.n)+th:not(:has(.n)){padding-inline-start:2rem}
.pager{display:flex;gap:1.5rem;margin:1rem 0}
.pager a{padding:.35rem 0}
@media screen and (min-width:900px){
:is(th,td){padding-block:.25rem}
.scroll td{height:36px;vertical-align:middle}
.scroll td:not(.n,.pick,.text,:has(form,ul,details,select,textarea,button,.field)){max-width:min(18rem,15vw);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.scroll td:has(time):not(.wide,.text){max-width:18rem}
.scroll td.wide:not(:has(form,ul,details,select,textarea,button,.field)){width:40%;max-width:0}
.scroll td.act{width:40%;min-width:min(17rem,19vw);max-width:0}
.acts{flex-wrap:nowrap;white-space:nowrap}
.acts>:is(.part,button){overflow:hidden;text-overflow:ellipsis}
.acts>.part{flex:1 1 0;min-width:0}.acts>a{padding-block:.15rem;position:relative}.scroll td.act .part>small:first-child{margin:0}
.scroll td:not(.text) :is(bdi,code){display:inline;max-width:none}
[dir=rtl] .scroll td:not(.n,.text) bdi{display:inline-block;max-width:var(--part,100%);overflow:hidden;text-overflow:ellipsis;vertical-align:bottom}
[dir=rtl] td:has(>:nth-child(2)){--part:calc(50% - .6em)}
[dir=rtl] td:has(>:nth-child(3)){--part:calc(27% - .6em)}
[dir=rtl] td:has(>:nth-child(4)){--part:calc(18% - .6em)}
[dir=rtl] td:has(>:nth-child(5)){--part:calc(13% - .6em)}
[dir=rtl] td>:first-child:not(:last-child){--part:45%}
[dir=rtl] .scroll td.act .part{display:flex;gap:.3em}
[dir=rtl] .scroll td.act .part a{min-width:5rem}
.scroll td:not(.text) :is(.first,.more,small.muted,.eth){display:inline}
.scroll td:not(.text) :is(.more,small.muted,.eth,br+small){margin-inline-start:.6em}
.scroll td.n small.muted{white-space:nowrap}
.scroll td:not(.text) br{display:none}
}
@media screen and (max-width:599px){
.list{overflow:visible;background:none}
.list :is(table,tbody){display:block}
.list thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.list tr{display:grid;grid-template-columns:minmax(0,1fr) fit-content(65%);column-gap:.75rem;align-items:baseline;position:relative;background:var(--card);border-radius:8px;padding:.4rem .75rem;margin:0 0 .5rem}
.list td{display:flow-root;grid-column:1/-1;padding:.15rem 0;border:0;text-align:end;white-space:normal;overflow-wrap:anywhere}
.list td:empty{display:none}
.list td::before{content:attr(data-label);float:inline-start;margin-inline-end:.75rem;color:var(--soft);font-size:.8125rem;line-height:1.85}
.list td:is(.wide,.text),.list td:first-child,.list td.pick+td{text-align:start;min-width:0}
.list td:is(.wide,.text,.act,:first-child,.pick+td,:has(button,ul,details,.field))::before{content:none}
.list td:first-child,.list td.pick+td{grid-row:1;grid-column:1;font-weight:600}
.list td:is(:first-child,.pick+td) time{white-space:normal}
.list td:first-child :is(small,.more),.list td.pick+td :is(small,.more){font-weight:400}
.list td.n:has(.money):not(:first-child,.n:has(.money)~.n){grid-row:1;grid-column:2}
.list tr:has(>.pick){padding-inline-start:3.25rem}
.list td.pick{position:absolute;grid-area:auto;inset:0 auto auto 0;width:auto;padding:.25rem}
td.n+td:not(.n){padding-inline-start:0}
.list td.pick label{min-width:44px;min-height:44px}
.field:has([type=month]){grid-column:1/-1}
.list td .open{display:inline-flex;align-items:center;min-height:44px;max-width:100%}
.list td:has(button){text-align:start;padding:.3rem 0}
.list td a{padding-block:.15rem}
td bdi,td code{max-width:100%;overflow-wrap:anywhere}
.card .list tr{padding-inline:0;border-radius:0;border-bottom:1px solid var(--line)}
.list td:has(>.open)::before{line-height:44px}
}
`

/** Statuses and announcements. Only an exception is a chip. */
const marks = `
.mark{white-space:nowrap}
.facts .mark{white-space:normal}
.mark::before{margin-inline-end:.35em;font-weight:600}
.good{color:var(--good)}.mark.good::before{content:"✓"}
.mark.wait{color:var(--wait)}.mark.wait::before{content:"○"}
.mark.stop{display:inline-block;padding:0 .5rem;border-radius:99px;font-size:.8125rem;font-weight:600;border:1px solid currentColor;color:var(--stop);background:var(--stopbg)}.mark.stop::before{content:"!"}
.mark.plain{color:var(--soft)}.mark.plain::before{content:"–"}
.empty{background:var(--card);border:1px dashed var(--line);border-radius:8px;padding:.75rem 1rem;color:var(--soft);margin:0}
.alert,.done{border:1px solid transparent;border-inline-start:4px solid var(--stop);background:var(--stopbg);border-radius:4px;padding:.6rem 1rem;margin:0 0 1rem}
:is(.alert,.said)>:first-child{margin-top:0}:is(.alert,.said)>:last-child{margin-bottom:0}
.alert[role=note]{border-inline-start-color:var(--wait);background:var(--waitbg)}
.done{border-inline-start-color:var(--good);background:var(--goodbg)}
.done::before{content:"✓ ";font-weight:600}
.progress{background:var(--card);border-radius:8px;padding:.75rem 1rem;margin:0 0 1rem;position:relative}
.progress p{margin:0}
.progress p:has(+p){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
progress{display:block;width:100%;max-width:40rem;height:.75rem;margin-top:.5rem;accent-color:var(--accent)}
#status.busy{position:fixed;z-index:3;inset-block-end:1rem;inset-inline-start:1rem;max-width:calc(100% - 2rem);padding:.6rem 1rem;border:1px solid var(--edge);border-radius:8px;background:var(--ink);color:var(--bg)}
.said{margin:1rem 0;background:var(--card);border-inline-start:4px solid var(--accent);border-radius:4px;padding:.6rem 1rem}
.said strong{display:block}
`

/** Forms, their fields and buttons. */
const forms = `
.card,.filter,.bulk{background:var(--card);border:1px solid transparent;border-radius:8px;padding:.9rem 1rem;margin:0 0 1rem}
.bulk{margin-top:1rem}.bulk h2{margin:0 0 .25rem;font-size:1rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:1rem;margin-top:1.5rem;align-items:start}
.cards .card{margin:0}.cards+.card{margin-top:1rem}
.cards:empty{display:none}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(12rem,100%),1fr));gap:.75rem 1rem;align-items:end}
.field{display:block;margin:0 0 .75rem}
.grid .field{margin:0}
.field+small{display:block;margin:-.4rem 0 .75rem;line-height:1.4}
.field>span{display:block;font-size:.875rem;color:var(--soft);margin-bottom:.2rem}
input,select,textarea,button{font:inherit;color:inherit;max-width:100%}
input:not([type=checkbox],[type=radio]),select,textarea{width:100%;padding:.4rem .6rem;border:1px solid var(--edge);border-radius:6px;background:var(--card);min-height:2.4rem}
input:not([type=checkbox],[type=radio],[type=file]),select{height:2.4rem}
input[type=checkbox],input[type=radio]{width:1.25rem;height:1.25rem;accent-color:var(--accent);margin:.125rem;flex:none}
input.amount{width:9rem;text-align:end;font-variant-numeric:tabular-nums}
.pair{display:flex;flex-wrap:wrap;gap:0 1rem}.pair .field:first-child{flex:1 1 12rem}
.check{display:flex;flex-wrap:wrap;gap:.5rem;align-items:flex-start;padding:.25rem 0}
.grid .check{flex-wrap:nowrap;align-items:center;min-height:2.4rem;margin:0;padding:0}
fieldset{border:1px solid var(--line);border-radius:8px;margin:.75rem 0;padding:.5rem 1rem 1rem;min-width:0}
legend{padding:0 .4rem}
button{padding:.35rem 1rem;min-height:2.4rem;border-radius:6px;border:1px solid var(--accent);background:var(--card);color:var(--accent);font-weight:600;cursor:pointer}
button.main{background:var(--accent);color:var(--on)}
button.stop{border-color:var(--stop);color:var(--stop)}
button.small{position:relative;padding:.1rem .6rem;min-height:1.75rem;white-space:nowrap}
label+[type=hidden]+button{margin-block:.2rem}
button.link{display:inline;padding:.35rem 0;min-height:24px;border:0;background:none;text-decoration:underline;font-weight:inherit}
form.inline{display:inline}
form.row{display:flex;gap:.5rem;align-items:center}
button:hover{box-shadow:0 0 0 1px currentColor}
button[aria-disabled=true]{opacity:.6;cursor:progress}
.actions{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.75rem 0 0}
p.actions{margin-bottom:1rem}
.actions a{padding-block:.2rem}
.filter{padding:.75rem 1rem}
.filter:not(:has(details)){display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end}
.filter:not(:has(details))>.grid{flex:1 1 20rem}
.filter>.actions{margin:0;flex:none;max-width:100%}
.filter .grid{grid-template-columns:repeat(auto-fit,minmax(min(9.5rem,100%),1fr))}
.filter:has(details){display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem}
.filter:has(details)>.grid,.filter>details[open]{flex:1 1 100%}
.filter details{margin:0}
form[data-open]>.field{max-width:40rem}
:is(.empty,.notes)+form,.empty+.muted{margin-top:.75rem}
.actions .remainder{margin:0}
.remainder .over{color:var(--stop);font-weight:600}
.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
.search .field{flex:1 1 14rem;margin:0}
.card.search{margin-bottom:1rem}.search>small{flex:1 1 100%}
details{margin:.75rem 0}
summary{cursor:pointer;font-weight:600;padding:.35rem 0;color:var(--accent)}
.cards details{margin:0}
.card>summary{padding:0}.card[open]>summary{padding-bottom:.5rem}
@media (pointer:coarse),(max-width:599px){.keys{display:none}input:is([type=checkbox],[type=radio]){width:1.5rem;height:1.5rem}.card>summary{padding-block:.45rem;min-height:0}button:not(.link),input:not([type=checkbox],[type=radio],[type=file]),select,summary{min-height:44px}summary{line-height:1.9}:is(.plain,.days,.notes,.facts,.muted,.actions) a,button.link{display:inline-block;min-height:24px;padding-block:.25rem}}
`

/** Facts, sums, tiles, lists, notes, and the drawing of sums. */
const parts = `
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));gap:.6rem 1.5rem;margin:0;background:var(--card);border-radius:8px;padding:.9rem 1rem}
.facts dt,.sums dt{font-size:.8125rem;color:var(--soft)}
dd{margin:0}
.sums{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 1rem}
.sums>div{flex:1 1 10rem;background:var(--card);border-radius:8px;padding:.6rem 1rem}
.sums dd{font-size:1.2rem;font-weight:600}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(13rem,100%),1fr));gap:.75rem;list-style:none;margin:0;padding:0}
.tile{display:flex;flex-direction:column;height:100%;background:var(--card);border:1px solid transparent;border-radius:8px;padding:.7rem 1rem .8rem;line-height:1.4;color:inherit;text-decoration:none}
a.tile:hover{background:var(--tint)}
.tile .count{order:-1;font-size:1.75rem;line-height:1.25;font-weight:600;color:var(--accent);font-variant-numeric:tabular-nums}
a.tile .name{text-decoration:underline;text-underline-offset:.15em}
.tile.none .count{color:var(--soft);font-weight:400}
.plain,.notes{list-style:none;margin:0;padding:0}
.days{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.35rem 1.25rem}
.plain.card{padding:.25rem 1rem;margin:1rem 0 0}.plain .actions{margin:0}
.plain li{padding:.4rem 0;border-bottom:1px solid var(--line)}
.notes li{background:var(--card);border-radius:8px;padding:.6rem 1rem;margin:0 0 .5rem}
.notes p{margin:0;white-space:pre-wrap}
figure{margin:0;background:var(--card);border-radius:8px;padding:1rem;display:flex;flex-wrap:wrap;gap:0 2rem}
.chart{flex:1 1 30rem;min-width:0;max-width:54rem;height:auto}
figure details{flex:1 1 100%;min-width:0;margin-bottom:0}
.chart text{fill:var(--soft);font-size:11px}
.axis{stroke:var(--edge)}
.s0{fill:var(--s0)}.s1{fill:var(--s1)}.s2{fill:var(--s2)}.s3{fill:var(--s3)}.s4{fill:var(--s4)}.s5{fill:var(--s5)}
.legend{list-style:none;margin:.5rem 0;padding:0}
.key{width:.8rem;height:.8rem}
.take{max-width:40rem}.grid+.field,.facts+:is(details,form),.card+.facts{margin-top:.75rem}
.take input.amount{width:100%;font-size:1.25rem}
.change,.large{font-weight:600;font-variant-numeric:tabular-nums}
.change{font-size:1.25rem}
.large{font-size:clamp(2rem,9vw,3.5rem);line-height:1.2;margin:0 0 1rem}
`

/** A receipt, on the screen as on paper. */
const receipts = `
.slip{background:#fff;color:#000;--soft:#333;border:1px solid var(--line);border-radius:8px;padding:1rem;margin:1rem 0;max-width:22rem;font-size:.875rem;line-height:1.35;color-scheme:light}
.slip.a5{max-width:34rem;font-size:1rem}
.slip header,.slip .number,.slip .stamp{text-align:center}
.slip header{margin-bottom:.5rem}.slip header p,.slip p{margin:0}
.slip img{max-height:4rem;max-width:100%}
.slip .hospital,.slip .number{font-weight:600;font-size:1.15em}
.address{white-space:pre-line}
.slip .stamp{border:2px solid;font-weight:600;padding:.1rem .5rem;margin:.35rem 0}
.slip dl{margin:.5rem 0}.slip dl>div{display:flex;gap:.75rem;justify-content:space-between}
.slip dd{text-align:end;overflow-wrap:anywhere}
.slip :is(th,small){font-size:.9em}.slip th,.slip td{padding:.2rem 0;border-bottom:1px solid #999;color:#000}.slip td+td,.slip th+th{padding-inline-start:.5rem}
.slip tr:hover{background:none}.slip tfoot{font-weight:600}
.slip .words{margin-top:.35rem;font-style:italic}
.slip .signature{margin-top:2.5rem;border-top:1px solid;padding-top:.2rem}
`

/** Windows with much room and with little, colours that are forced, motion. */
const windows = `
@media screen and (min-width:900px){html{font-size:15px}}
@media screen and (max-width:599px){.tile{display:grid;grid-template-columns:minmax(3.5rem,auto) 1fr;padding:.5rem .75rem;gap:0 .5rem;align-content:start}.tile .count{grid-row:1/9}.tile>:not(.count){grid-column:2}main{padding:1rem .75rem}.facts{grid-template-columns:repeat(auto-fit,minmax(min(8.5rem,100%),1fr));gap:.5rem 1rem}.top{padding-inline:.75rem}.cards,.grid{gap:.75rem}h1{font-size:1.3rem}}
@media (forced-colors:active){.alert,.done{border-color:CanvasText}.top nav a{border:0}.top nav a[aria-current]{border-bottom:3px solid}.chart rect{forced-color-adjust:none}.chart text{fill:CanvasText}.axis{stroke:CanvasText}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`

/** Paper: no controls, the name of the hospital, A4 with page numbers, or the paper of a receipt; no row is cut in two. */
const paper = `
.sign,.letterhead{display:none}
@media print{
:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#999;--tint:#fff;--good:#000;--wait:#000;--stop:#000;--goodbg:#fff;--waitbg:#fff;--stopbg:#fff}
html{font-size:9.5pt}
.top,.skip,footer,form:not([data-keys]),.bulk,td.pick,th:has(.sr),button,.pager,.actions,.no-print,details:not([open]){display:none}
main{max-width:none;padding:0;page:sheet}
.letterhead{display:flow-root;page:sheet;margin:0 0 4mm;padding:0 0 2mm;border-bottom:1px solid}
.letterhead p{margin:0}
.letterhead .hospital{font-size:13pt;font-weight:600}
.letterhead img{float:inline-end;max-height:16mm;max-width:50mm}
h1{font-size:14pt}h2{margin-top:5mm}h1,h2,h3{break-after:avoid}
.sign{display:flex;gap:2rem;margin-top:5rem;break-inside:avoid}
.sign p{flex:1;margin:0;border-top:1px solid;padding-top:.25rem}
.scroll{overflow:visible;border-radius:0}
th,td{padding:1mm 2mm}
a{color:inherit;text-decoration:none}
thead{display:table-header-group}
tr,.card,.tile,figure,.facts,.sums>div{break-inside:avoid}
.sums>div,.facts{border:1px solid var(--line)}
.paper-only :is(.letterhead,h1),.paper-only main>:not(.slip){display:none}
.paper-only main{page:auto}
.slip,.slip.a5{border:0;margin:0;padding:4mm;max-width:72mm;font-size:9pt;page:roll}
.slip.a5{max-width:none;padding:10mm;font-size:11pt;page:a5}
}
@page sheet{size:A4;margin:14mm 12mm 16mm;@bottom-center{content:counter(page) " / " counter(pages);font:8pt sans-serif}}
@page roll{margin:0}
@page a5{size:A5;margin:0}
`

/** The work list and the page of a line: sums, the bar that stays, two columns; and the keys of lists. */
const work = `
.totals{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;list-style:none;margin:0 0 .75rem;padding:0}
tbody tr:focus-within{background:var(--tint)}
.bar{position:sticky;inset-block-end:0;z-index:1;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.6rem 1rem}
.search .field:has([type=date],[size]){flex:0 1 9rem}
.split>div+div{margin-top:1rem}
dialog{max-width:30rem;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:inherit;padding:1rem 1.25rem}
dialog h2{margin-top:0}
dialog dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
@media screen and (min-width:900px){
.split{display:grid;grid-template-columns:minmax(0,5fr) minmax(17rem,2fr);gap:0 1.5rem}
.split>div+div,.split>div>:first-child{margin-top:0}
.split .scroll td.wide:not(.x){min-width:8rem}
.split .mark{white-space:normal}
.side .scroll :is(th,td):not(.x){padding:.3rem .5rem;max-width:none;white-space:normal;overflow-wrap:anywhere}
.side .scroll th:not(.x){overflow-wrap:normal}
.side :is(time,.eth,.money){white-space:normal}
}
`

/** The calendar of a month: a list on a phone, weeks of seven columns where there is room; and digests, which are opened whole. */
const months = `
.calendar{list-style:none;margin:0;padding:0;display:grid;gap:.25rem}
.calendar li{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.35rem .5rem;min-width:0}
.calendar a,.calendar .mark,.calendar small{margin-inline-end:.5rem}
.calendar a{display:inline-block;min-height:24px}
.calendar small{white-space:nowrap}
.calendar .now{border-color:var(--accent)}
@media print,(min-width:900px){
.calendar{grid-template-columns:repeat(7,minmax(0,1fr))}
.calendar :is(a,.mark,small:not(.eth)){display:block;margin:0;white-space:normal}
${[2, 3, 4, 5, 6, 7].map((at) => `.calendar .from-${at}{grid-column-start:${at}}`).join('')}
}
.equations{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1rem;align-items:start}
.equations .scroll{margin:0}
.equations tr:last-child td{font-weight:600}
.hash{display:inline-block;max-width:100%;margin:0;vertical-align:middle}
.hash>code{overflow-wrap:anywhere}
.hash+button{margin-inline-start:.5rem}
`

export const style = [colours, text, head, tables, marks, forms, parts, receipts, windows, paper, work, months].join('')
