import { useMay } from '../api/queries.ts'
import { routes } from '../routes.tsx'

/** The entries of the menu that who is logged in may open. */
export function useNav() {
  const may = useMay()
  return routes.flatMap(({ path, permission, nav }) => (nav && may(permission) ? [{ path, ...nav }] : []))
}
