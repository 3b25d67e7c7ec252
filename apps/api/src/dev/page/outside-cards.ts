/** The cards of what comes from outside the shop: time, courier, mail, bank. */
import { type Html, html } from '../../html.ts'
import { shownClock } from '../clock-tool.ts'
import type { Courier } from '../courier.ts'
import { CASES } from '../../test-bank/pay-lab.ts'
import type { Tools } from '../tools.ts'
import { form, section } from './document.ts'
import { messageTable } from './inbox-pages.ts'

const NEWEST = 5

const button = (name: string, value: string | number | boolean, label: string, type = 'number'): Html =>
  html`<button name="${name}" value="${String(value)}" data-type="${type}">${label}</button>`

export function clockCard(tools: Tools): Html {
  const { now, frozen, ahead_seconds } = shownClock(tools)
  const kept = frozen
    ? 'It stands still.'
    : ahead_seconds === 0
      ? 'It is the true time.'
      : 'It is moved, and goes.'
  const call = (fields: Html) => form('POST', '/dev/clock', 'The clock is changed.', fields)
  return section(
    'clock',
    'Clock',
    html`<p class="hint"><code>GET|POST /dev/clock {set?, advance?, freeze?, reset?}</code></p>
      <p><span class="big" id="now">${now}</span><br />${kept}</p>
      ${call(
        html`${button('advance', 60, '+1 minute')} ${button('advance', 600, '+10 minutes')}
        ${button('advance', 3600, '+1 hour')} ${button('advance', 86_400, '+1 day')}`,
      )}
      ${call(
        html`<label>Seconds <input type="number" name="advance" data-type="number" required /></label>
          <button class="main">Advance</button>`,
      )}
      ${call(
        html`<label>Moment <input type="datetime-local" name="set" data-type="moment" required /></label>
          <button class="main">Set</button>`,
      )}
      ${call(
        html`${button('freeze', !frozen, frozen ? 'Let it go' : 'Freeze', 'boolean')}
        ${button('reset', true, 'Back to true time', 'boolean')}`,
      )}`,
  )
}

export function courierCard(courier: Courier): Html {
  const { running, seconds_per_step, cancel_percent, moved } = courier.shown
  return section(
    'courier',
    'Courier bot',
    html`<p class="hint">
        <code>GET|POST /dev/courier {running?, seconds_per_step?, cancel_percent?, seed?, steps?}</code>
      </p>
      <p>It ${running ? 'is on its way' : 'rests'}; it has moved ${moved} orders.</p>
      ${form(
        'POST',
        '/dev/courier',
        'The courier knows.',
        html`<label>
            Seconds a step
            <input
              type="number"
              min="0.1"
              step="0.1"
              name="seconds_per_step"
              data-type="number"
              value="${seconds_per_step}"
            />
          </label>
          <label>
            Cancelled, %
            <input
              type="number"
              min="0"
              max="100"
              name="cancel_percent"
              data-type="number"
              value="${cancel_percent}"
            />
          </label>
          ${button('running', !running, running ? 'Stop' : 'Start', 'boolean')}`,
      )}
      ${form('POST', '/dev/courier', 'Every order went a step.', button('steps', 1, 'One step now'))}`,
  )
}

export function inboxCard({ shop }: Tools): Html {
  const { inbox } = shop.mail
  return section(
    'inbox',
    'Inbox',
    html`<p class="hint">
        <code>GET /dev/messages?to=&amp;wait=5s&amp;after=</code>, <code>DELETE /dev/messages</code>
      </p>
      ${inbox ? messageTable(inbox.list().slice(0, NEWEST)) : html`<p>Mail goes to <code>SMTP_URL</code>.</p>`}
      <p><a href="/dev/inbox">All mail</a></p>`,
  )
}

export const payLabCard = (): Html =>
  section(
    'pay-lab',
    'Pay Lab',
    html`<p>
        On the test bank's page, under Pay Lab: a button for each, or its UPI ID typed. By script:
        <code>POST /pay/{transactionId}</code> with the form field <code>upi</code>.
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">UPI ID</th>
              <th scope="col">The payment</th>
            </tr>
          </thead>
          <tbody>
            ${CASES.map(
              ({ id, label }) =>
                html`<tr>
                  <td><code>${id}@lab</code></td>
                  <td>${label}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="hint"><code>late</code> takes any number of seconds; they pass by the shop's clock.</p>`,
  )
