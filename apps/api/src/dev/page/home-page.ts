/** `/dev`: every tool, to be used by hand. */
import { type Html, html } from '../../html.ts'
import type { Courier } from '../courier.ts'
import type { Faults } from '../faults.ts'
import type { Tools } from '../tools.ts'
import { clockCard, courierCard, inboxCard, payLabCard } from './outside-cards.ts'
import { faultsCard, seedsCard, snapshotsCard, stateCard } from './staging-cards.ts'

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
