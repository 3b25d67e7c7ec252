import { chromium } from 'playwright-core'
const base = 'http://127.0.0.1:3477'
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
const code = async (to) =>
  (await (await fetch(`${base}/dev/messages?to=${to}&wait=5s`)).json()).messages[0]?.code
const width = Number(process.argv[2]),
  phone = process.argv[3]
const page = await browser.newPage({ viewport: { width, height: width < 500 ? 812 : 900 } })
page.setDefaultTimeout(15000)
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 300)))
const shot = (n) => page.screenshot({ path: `/tmp/otp-shots/${width}-${n}.png` })
try {
  await page.goto(base + '/auth/login')
  await page.waitForTimeout(1000)
  await shot('1-login')
  await page.getByRole('link', { name: 'Log in with a phone number' }).click()
  await page.getByLabel('Mobile number').waitFor()
  await shot('2-phone')
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByText('Enter the OTP').waitFor()
  const c = await code(phone)
  console.log('code', c)
  await shot('3-otp')
  await page.getByLabel('OTP').fill(c)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Full name').waitFor()
  await page.waitForTimeout(300)
  await shot('4-name')
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(base + '/')
  await page.waitForTimeout(800)
  await shot('5-home')
  await page.goto(base + '/profile')
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/otp-shots/${width}-6-profile.png`, fullPage: true })
  await page.getByRole('button', { name: 'Set Email and Password' }).click()
  await page.waitForTimeout(400)
  await shot('7-set')
  await page.getByRole('textbox', { name: 'Email' }).fill(`m${phone}@shop.in`)
  await page.getByLabel('New password', { exact: true }).fill('Monsoon-1990')
  await page.getByLabel(/confirm/i).fill('Monsoon-1990')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForTimeout(300)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByText('enter the OTP').waitFor()
  await shot('8-set-otp')
  await page.getByLabel('OTP').fill(await code(phone))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/otp-shots/${width}-9-profile.png`, fullPage: true })
} catch (e) {
  console.log(String(e).slice(0, 600))
  await shot('error')
}
await browser.close()
