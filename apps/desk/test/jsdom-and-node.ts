/** jsdom, but with Node's own events and buffers: the API runs in the same process, and its packages use them. */
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

export default {
  ...jsdom,
  name: 'jsdom-and-node',
  async setup(global, options) {
    const { EventTarget, CustomEvent, ArrayBuffer } = global
    const environment = await jsdom.setup(global, options)
    Object.assign(global, { EventTarget, CustomEvent, ArrayBuffer })
    return environment
  },
} satisfies Environment
