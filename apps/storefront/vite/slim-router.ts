import type { Plugin } from 'vite'

/**
 * Lets the build leave out the router's components that the shop does not use: the package declares all of them in one
 * file, in calls that a bundler must keep unless they are marked.
 */
export function slimRouter(): Plugin {
  return {
    name: 'haat:slim-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\// },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = .*$/gm, '')
          .replaceAll(/= (React\w*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
