import type { Plugin } from 'vite'

/**
 * Lets the build leave out the router's components that the shop does not use: the package declares all of them in one
 * file, in calls and assignments that a bundler must keep unless they are marked or left out. Of those that it uses, none is
 * a class with a context.
 */
export function slimRouter(): Plugin {
  return {
    name: 'haat:slim-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\// },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.(displayName|contextType) = .*$/gm, '')
          .replaceAll(/= (React\w*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
