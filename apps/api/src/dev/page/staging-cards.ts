/** The cards that set the stage: snapshots, seeds, faults, state. */
import { type Html, html } from '../../html.ts'
import { PRESETS } from '../fault-presets.ts'
import type { Faults } from '../faults.ts'
import { listSnapshots } from '../snapshots.ts'
import type { Tools } from '../tools.ts'
import { form, press, section } from './document.ts'

export function snapshotsCard({ shop }: Tools): Html {
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

export const seedsCard = (): Html =>
  section(
    'seeds',
    'Seeds',
    html`<p>In a terminal, into an empty data folder; the same seed and base give the same shop.</p>
      <pre>
DATA_DIR=/tmp/big npx pnpm haat seed --products 50000 --seed 42
DATA_DIR=/tmp/edge npx pnpm haat seed --profile edge
npx pnpm haat seed --help</pre>`,
  )

export function faultsCard(faults: Faults): Html {
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

export const stateCard = (): Html =>
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
