/** The whole style of the pages. */
export const style = `
:root{color-scheme:light dark;--line:light-dark(#c9d0d8,#3a424b);--link:light-dark(#0b57d0,#8ab4f8)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f5f7f9,#111418);color:light-dark(#1f2328,#dfe3e8)}
main{width:100%;max-width:24rem;padding:2rem;border:1px solid var(--line);border-radius:.8rem;background:light-dark(#fff,#1a1f24)}
h1{margin:0 0 1rem;font-size:1.5rem}
label{display:block;margin:1rem 0 .3rem}
input,button{width:100%;padding:.6rem .7rem;font:inherit;border:1px solid var(--line);border-radius:.4rem}
input{background:transparent;color:inherit}
button{margin-top:1.2rem;background:light-dark(#0b57d0,#8ab4f8);color:light-dark(#fff,#111418);border:0;cursor:pointer}
a{color:var(--link)}
[role=alert]{margin:0 0 1rem;padding:.6rem .8rem;border-left:.25rem solid light-dark(#cf222e,#ff8b85)}
ul{margin:0;padding-left:1.2rem}
`;
