/** The whole style of the page. */
export const style = `
:root{color-scheme:light dark;--line:light-dark(#dde1e6,#2f363d);--soft:light-dark(#f5f7f9,#1a1f24);--dim:light-dark(#57606a,#9aa4ae);--link:light-dark(#0b57d0,#8ab4f8)}
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr);background:light-dark(#fff,#111418);color:light-dark(#1f2328,#dfe3e8)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:.875rem}
nav ul{list-style:none;margin:0 0 1rem;padding:0}
nav li{margin:.2rem 0}
main{padding:1.5rem 2.5rem 6rem;max-width:64rem}
a{color:var(--link);text-decoration:none}
a:hover{text-decoration:underline}
h1{margin:0 0 1rem;font-size:1.8rem}
h2{margin:3rem 0 1rem;padding-bottom:.3rem;border-bottom:2px solid var(--line)}
h3{margin:0 0 .5rem}
h4{margin:1.2rem 0 .4rem}
section{scroll-margin-top:1rem;margin:0 0 1.5rem}
.operation{padding:1.2rem 1.4rem;border:1px solid var(--line);border-radius:.6rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
pre{margin:.5rem 0;padding:.8rem 1rem;overflow:auto;background:var(--soft);border-radius:.4rem}
.address{padding:.5rem .8rem;background:var(--soft);border-radius:.4rem;overflow-wrap:anywhere}
.address b{display:inline-block;min-width:4rem}
.get{color:light-dark(#1a7f37,#5fd37d)}
.post{color:light-dark(#0b57d0,#8ab4f8)}
.put{color:light-dark(#9a6700,#e3b341)}
.delete{color:light-dark(#cf222e,#ff8b85)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.45rem .6rem;border-top:1px solid var(--line);text-align:left;vertical-align:top}
th{width:14rem;font-weight:400}
em,.location,.bounds,.status,.headers,.access,summary{color:var(--dim);font-size:.85em;font-style:normal}
em{color:light-dark(#cf222e,#ff8b85)}
.bounds::before{content:"· "}
.pattern{display:block;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:3.5rem minmax(0,1fr);gap:.3rem .8rem;margin:0}
dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
dd p{margin:.2rem 0}
.code summary{cursor:pointer;padding:.2rem 0}
.code+.code{border-top:1px solid var(--line)}
nav input{width:100%;margin:0 0 1rem;padding:.45rem .6rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.4rem}
.copy{float:right;margin:.4rem;padding:.1rem .6rem;font:inherit;font-size:.8rem;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:.3rem;cursor:pointer}
.codes{grid-template-columns:minmax(9rem,16rem) minmax(0,1fr)}
@media print{body{display:block}nav,.copy{display:none}main{max-width:none;padding:0}details::details-content{content-visibility:visible;height:auto}pre{white-space:pre-wrap}.operation{break-inside:avoid-page;border:0;padding:0}}
@media (max-width:52rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}th{width:auto}}
`;
