/** `/dev`: every tool, to be used by hand. */
import type { Html } from '../../html.ts'
import { html } from '../../html.ts'
import { shownClock } from '../clock-tool.ts'
import type { Courier } from '../courier.ts'
import { PRESETS } from '../fault-presets.ts'
import type { Faults } from '../faults.ts'
import { CASES } from '../pay-lab.ts'
import { listSnapshots } from '../snapshots.ts'
import type { Tools } from '../tools.ts'
import { form, press, section } from './document.ts'
import { messageTable } from './inbox-pages.ts'

const NEWEST = 5

export interface HomeParts {
  tools: Tools
  faults: Faults
  courier: Courier
}

export const homePage = ({ tools, faults, courier }: HomeParts): Html =>
  html`<p>
      Bring the shop into any state, by hand here or by script: every form is one JSON call, named above it.
    </p>
    <div class="cards">
      ${[
        clockCard(tools),
        courierCard(courier),
        inboxCard(tools),
        payLabCard(),
        snapshotsCard(tools),
        seedsCard(),
        faultsCard(faults),
        stateCard(),
      ]}
    </div>`

const button = (name: string, value: string | number | boolean, label: string, type = 'number'): Html =>
  html`<button name="${name}" value="${String(value)}" data-type="${type}">${label}</button>`

function clockCard(tools: Tools): Html {
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

function courierCard(courier: Courier): Html {
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

function inboxCard({ shop }: Tools): Html {
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

const payLabCard = (): Html =>
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

function snapshotsCard({ shop }: Tools): Html {
  const call = '/dev/snapshots/'
  const rows = listSnapshots(shop).map(
    ({ name, saved_at }) =>
      html`<tr>
        <td>${name}</td>
        <td>${saved_at.slice(0, 19).replace('T', ' ')}</td>
        <td>
          ${press('POST', `${call}${name}/restore`, `Restore ${name}`, `${name} is restored.`)}
          ${press('DELETE', `${call}${name}`, `Delete ${name}`, `${name} is gone.`)}
        </td>
      </tr>`,
  )
  return section(
    'snapshots',
    'Snapshots',
    html`<p class="hint">
        <code>GET /dev/snapshots</code>, <code>PUT|DELETE /dev/snapshots/{name}</code>,
        <code>POST /dev/snapshots/{name}/restore</code>
      </p>
      ${
        shop.db.engine === 'sqlite'
          ? form(
              'PUT',
              `${call}{name}`,
              'The shop is saved.',
              html`<label
                  >Name <input name="name" pattern="[A-Za-z0-9][A-Za-z0-9_\\-]*" maxlength="64" required
                /></label>
                <button class="main">Save</button>`,
            )
          : html`<p>Snapshots need SQLite.</p>`
      }
      ${
        rows.length > 0 &&
        html`<div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">At</th>
                <th scope="col">Do</th>
              </tr>
            </thead>
            <tbody>
              ${rows}
            </tbody>
          </table>
        </div>`
      }
      <p class="hint">
        Database and clock come back; who is logged in stays so. Pictures stay as they are.
      </p>`,
  )
}

const seedsCard = (): Html =>
  section(
    'seeds',
    'Seeds',
    html`<p>In a terminal, into an empty data folder; the same seed and base give the same shop.</p>
      <pre>
DATA_DIR=/tmp/big npx pnpm haat seed --products 50000 --seed 42
DATA_DIR=/tmp/edge npx pnpm haat seed --profile edge
npx pnpm haat seed --help</pre>`,
  )

function faultsCard(faults: Faults): Html {
  const wish = (fault: object): string => JSON.stringify({ faults: [fault] })
  const standing = faults.list.map(
    ({ method, path, kind, status, hits }) =>
      html`<li><code>${method} ${path}</code>: ${kind} ${status}, ${hits} times</li>`,
  )
  return section(
    'faults',
    'Faults',
    html`<p class="hint">
        <code
          >GET|PUT|DELETE /dev/faults {faults: [{path, method?, kind?, status?, message?, delay_ms?,
          times?}]}</code
        >
      </p>
      ${
        standing.length > 0
          ? html`<ul>
              ${standing}
            </ul>`
          : html`<p>Every call is answered as it should be.</p>`
      }
      ${press('DELETE', '/dev/faults', 'Take all faults away', 'No faults.')}
      ${form(
        'PUT',
        '/dev/faults',
        'The fault stands.',
        html`<label class="whole">
            What the shopper reads
            <select name="whole" data-type="json">
              ${PRESETS.map(({ shows, where, fault }) => html`<option value="${wish(fault)}">${shows} (${where})</option>`)}
            </select>
          </label>
          <button class="main">Set this fault</button>`,
      )}
      ${form(
        'PUT',
        '/dev/faults',
        'The faults stand.',
        html`<label class="whole">
            Faults as JSON
            <textarea name="whole" data-type="json" spellcheck="false">
${JSON.stringify({ faults: [{ path: '/api/products/filter', method: 'GET', kind: 'none', delay_ms: 3000, times: 5 }] }, null, 2)}</textarea>
          </label>
          <button>Set these faults</button>`,
      )}`,
    true,
  )
}

const EXAMPLE = {
  place: [{ customer: 'vikram@example.com', items: [{ variant_id: 1 }] }],
  deals: [{ product_id: 1, ends_in: 3 }],
  variants: [{ variant_id: 1, stock: 1 }],
  sessions: ['vikram@example.com'],
}

const stateCard = (): Html =>
  section(
    'state',
    'State',
    html`<p class="hint">
        <code>POST /dev/state {clock?, place?, variants?, deals?, coupons?, orders?, sessions?}</code>: money
        in rupees, <code>…_in</code> in seconds from the shop's now.
      </p>
      <form data-method="POST" data-url="/dev/state" data-show>
        <label class="whole">
          The shop shall have
          <textarea name="whole" data-type="json" spellcheck="false">
${JSON.stringify(EXAMPLE, null, 2)}</textarea>
        </label>
        <button class="main">Bring it about</button>
      </form>`,
    true,
  )
