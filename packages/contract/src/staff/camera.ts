/** A phone as the camera of the desk: a link lets one phone add pictures to one product, and nothing else. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../wire.ts'
import { act, field, optional } from './act.ts'

/** The header of a phone's calls: the secret of its link, a dot, and a secret of the phone's own. */
export const CAMERA_HEADER = 'x-haat-camera'
export const CAMERA_MINUTES = 10
/** The most pictures that come by one link. */
export const CAMERA_PICTURES = 20

export const staffCamera = {
  open: act(null, {
    route: 'POST /api/desk/camera',
    permission: 'products.write',
    summary: `let one phone take pictures for a product, for ${CAMERA_MINUTES} minutes`,
    input: { product: optional(Id, 'none for one that is not stored yet') },
    reply: z.object({
      link: Id,
      token: field(z.string(), 'the secret of the link'),
      expires_at: Moment,
    }),
    undo: false,
  }),
  show: act(null, {
    route: 'GET /api/desk/camera/{link}',
    permission: 'products.write',
    summary: 'show what came by a link that you have made in this session',
    input: { link: Id },
    reply: z.object({
      is_opened: field(z.boolean(), 'whether a phone has opened it: no other can'),
      media_urls: z.array(z.string()),
    }),
  }),
}

/** The phone's first call. Its others are `POST /api/desk/photos`, each with a picture as the body. */
export const openPhotos = endpoint('POST /api/desk/photos/open', {
  access: 'public',
  summary: 'Takes a link for this phone; 404 with code LINK_GONE when it has ended or is taken',
  reply: z.object({
    /** Its name; null for one that is not stored yet. */
    product: z.nullable(z.string()),
    expires_at: Moment,
  }),
})
