import type { Plugin } from 'vite'

/**
 * Lets builds leave out the components of React Router that nobody imports. Each one's `displayName` would keep it, and
 * `Link` and `Form` use the most of the library.
 */
export const shakeRouter = (): Plugin => ({
  name: 'haat:shake-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = .*;$/gm, '')
        .replaceAll(/= (?=React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ '),
      map: null,
    }),
  },
})
