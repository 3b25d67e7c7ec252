import { useNavigate } from 'react-router-dom'
import { call, contract } from '../../api/client.ts'
import { endSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'

/** Ends the session here at once; the server is told, and its answer does not matter. */
export function useLogout(): () => void {
  const navigate = useNavigate()
  return () => {
    call(contract.auth.logout).catch(() => undefined)
    endSession('logout')
    void navigate(paths.home())
  }
}
