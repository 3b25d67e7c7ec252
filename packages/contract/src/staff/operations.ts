/** The desk's side of the OpenAPI document. */
import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import type { Operation } from '../openapi.ts'
import type { AnyAct } from './act.ts'
import { staff } from './index.ts'
import { staffSession } from './session.ts'

/** An act as an endpoint: its fields are in the path, and else in the query of a GET, or in the body. */
function endpointOf({ route, summary, input, reply, file }: AnyAct): Endpoint {
  const [method = '', path = ''] = route.split(' ')
  const isInPath = ([field]: [string, unknown]) => path.includes(`{${field}}`)
  const fields = Object.entries(input)
  const [params, others] = [fields.filter(isInPath), fields.filter((one) => !isInPath(one))]
  const rest = others.length > 0 && {
    [method === 'GET' ? 'query' : 'body']: z.object(Object.fromEntries(others)),
  }
  return {
    method: method as Endpoint['method'],
    path: path as Endpoint['path'],
    access: 'staff',
    summary,
    ...(params.length > 0 && { params: z.object(Object.fromEntries(params)) }),
    ...rest,
    reply,
    ...(file !== undefined && { file }),
  }
}

/** The endpoints of the desk and its acts, by tag. An act names the permissions of which any is enough. */
export function deskOperations(): Operation[] {
  const session = Object.entries<Endpoint>(staffSession).map(([name, endpoint]) => ({
    tag: 'desk: session',
    name,
    endpoint,
  }))
  const acts = Object.entries(staff).flatMap(([group, all]) =>
    Object.entries<AnyAct>(all).map(([name, act]) => ({
      tag: `desk: ${group}`,
      name,
      endpoint: endpointOf(act),
      permission: [act.permission].flat(),
    })),
  )
  return [...session, ...acts]
}
