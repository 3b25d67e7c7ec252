/** The look of the test bank's pages: ink on warm paper, as the shop's. */
export const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#fbf5e9;color:#231c14;font:1.0625rem/1.5 'Anek Latin',system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif}
body::before{content:'';display:block;height:.75rem;background:repeating-linear-gradient(90deg,#0c4a57 0 2rem,#f3a31c 2rem 4rem)}
main{max-width:30rem;margin:0 auto;padding:1rem}
@media (min-width:40rem){main{margin:3rem auto;padding:2rem;background:#fffcf6;border:1px solid #e4d7bf;border-radius:1rem}}
header{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;border-bottom:1px solid #e4d7bf;padding-bottom:.75rem}
header p{margin:0}
.shop{font-size:1.5rem;font-weight:800;color:#0c4a57}
.bank{color:#5d5144}
.notice{margin:1rem 0;padding:.75rem 1rem;background:#fbe6ba;border-left:.25rem solid #f3a31c;border-radius:.375rem}
h1{margin:1.25rem 0 .75rem;font-size:1.5rem;line-height:1.2}
dl{margin:0 0 1.25rem}
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.375rem 0}
dt{color:#5d5144}
dd{margin:0;font-weight:600}
.amount dd{font-size:1.5rem;line-height:1.2}
fieldset{margin:0 0 1.25rem;padding:0;border:0;display:grid;grid-template-columns:1fr 1fr}
legend{padding:0 0 .5rem;font-weight:600}
fieldset input{position:absolute;opacity:0}
label{min-height:3rem;display:flex;align-items:center;justify-content:center;border:1px solid #857764;background:#fffcf6;font-weight:600;cursor:pointer}
label[for=upi]{border-radius:.625rem 0 0 0}
label[for=card]{border-radius:0 .625rem 0 0;border-left:0}
input:checked+label{background:#0c4a57;border-color:#0c4a57;color:#fff}
input:focus-visible+label,button:focus-visible,a:focus-visible{outline:.1875rem solid #f3a31c;outline-offset:.125rem}
.panel{display:none;grid-column:1/-1;padding:.75rem 1rem;border:1px solid #857764;border-top:0;border-radius:0 0 .625rem .625rem;background:#fffcf6}
#upi:checked~.upi,#card:checked~.card{display:block}
.panel p{margin:.25rem 0}
.panel ul{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0;padding:0;list-style:none}
.panel li{padding:.125rem .75rem;background:#f3e8d3;border-radius:1rem}
.hint{color:#5d5144;font-size:.9375rem}
button,a.pay{display:block;width:100%;min-height:3rem;padding:.625rem 1rem;border:1px solid #857764;border-radius:.625rem;background:transparent;color:#231c14;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.pay,a.pay{background:#0c4a57;border-color:#0c4a57;color:#fff}
button.pay:hover,a.pay:hover{background:#07333d}
.others{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin-top:.75rem}
.others button:hover{background:#f3e8d3}
details{margin-top:1.25rem;padding:.75rem 1rem;border:1px dashed #857764;border-radius:.625rem}
summary{min-height:1.5rem;font-weight:600;cursor:pointer}
summary:focus-visible,input[type=text]:focus-visible{outline:.1875rem solid #f3a31c;outline-offset:.125rem}
.field{margin:.75rem 0 .25rem}
label.plain{min-height:0;display:block;border:0;background:none;cursor:auto}
input[type=text]{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid #857764;border-radius:.625rem;background:#fffcf6;font:inherit}
`
