import { expect, it } from 'vitest'
import { speaking } from '../../say.ts'
import { deviceName, deviceText } from './device-name.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome on a Windows computer'],
  [`Mozilla/5.0 (Windows NT 10.0) ${CHROME} Safari/537.36 Edg/141.0.0.0`, 'Edge on a Windows computer'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome on an Android phone'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X200) ${CHROME} Safari/537.36`, 'Chrome on an Android device'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on an Android phone',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 OPR/85.0`, 'Opera on an Android phone'],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on an iPhone'],
  [`${IPHONE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, 'Chrome on an iPhone'],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0]`, 'Facebook on an iPhone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on a Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on a Linux computer'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome on a Chromebook'],
  [
    'Mozilla/5.0 (Mobile; Nokia_8000_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.2',
    'Firefox on a KaiOS phone',
  ],
  ['Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)', 'A browser on an Android device'],
  ['curl/8.5.0', ''],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('%s is %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
  expect(deviceText(name)).toBe(name || 'Unknown device')
})

it.each([
  ['Chrome on a Linux computer', 'Linux कंप्यूटर पर Chrome'],
  ['A browser on an Android device', 'Android डिवाइस पर कोई ब्राउज़र'],
  ['Firefox', 'Firefox'],
  ['', 'अज्ञात डिवाइस'],
])('%j is read in Hindi as %j', (name, text) => {
  expect(speaking('hi', () => deviceText(name))).toBe(text)
})
