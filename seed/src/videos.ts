/**
 * Makes the product videos from the demo shop's pictures: a slow zoom into or out of each, with a dissolve to the
 * next. Writes assets/film-*.mp4 (H.264, 720 × 720, five seconds). Needs ffmpeg. Run: pnpm videos
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { demoShop } from './index.ts'
import type { DemoPicture, DemoProduct } from './shape.ts'
import { drawPicture } from './pictures/draw-picture.ts'

const SIDE = 720
const SOURCE = 1440
const RATE = 25
const FRAMES = 5 * RATE
const DISSOLVE = 12

interface Video {
  product: DemoProduct
  name: string
}

const videos: Video[] = demoShop.products.flatMap((product) =>
  product.media.flatMap((item) =>
    'video_source' in item && 'name' in item ? [{ product, name: item.name }] : [],
  ),
)

/** The pictures of a video: front, side, close-up and scene. */
function shotsOf(product: DemoProduct): DemoPicture[] {
  const all = [...product.variants.flatMap((variant) => variant.media), ...product.media]
  const pictures = all.flatMap((item) => (item.media_type === 'image' ? [item.picture] : []))
  const first = (look: DemoPicture['look']) => pictures.find((picture) => picture.look === look)
  const [front, angle, detail, scene] = [first('front'), first('angle'), first('detail'), first('scene')]
  return [front, angle, detail, scene].filter((picture) => picture !== undefined)
}

/**
 * One frame of a shot: shots 0 and 2 zoom in, 1 and 3 out.
 *
 * @param moment 0 to 1, from the start of the shot to its end
 */
async function frameOf(still: Buffer, moment: number, at: number): Promise<Buffer> {
  const near = at % 2 === 0 ? moment : 1 - moment
  const side = Math.round((SOURCE * (1 - 0.14 * near)) / 2) * 2
  const edge = (SOURCE - side) / 2
  return sharp(still, { raw: { width: SOURCE, height: SOURCE, channels: 3 } })
    .extract({ left: edge, top: edge, width: side, height: side })
    .resize(SIDE, SIDE)
    .raw()
    .toBuffer()
}

function dissolve(from: Buffer, to: Buffer, share: number): Buffer {
  const mixed = Buffer.allocUnsafe(from.length)
  for (let at = 0; at < from.length; at += 1) {
    mixed[at] = (from[at] ?? 0) * (1 - share) + (to[at] ?? 0) * share
  }
  return mixed
}

async function makeVideo({ product, name }: Video): Promise<void> {
  const shots = shotsOf(product)
  const stills = await Promise.all(
    shots.map((shot) =>
      sharp(Buffer.from(drawPicture(shot)))
        .resize(SOURCE)
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  )
  const file = fileURLToPath(new URL(`../assets/${name}.mp4`, import.meta.url))
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${SIDE}x${SIDE}`,
    '-r',
    String(RATE),
    '-i',
    '-',
  ]
  const output = [
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    '27',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ]
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output, file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const length = FRAMES / stills.length
  const at = (shot: number, frame: number) =>
    frameOf(stills[shot] as Buffer, Math.min(1, (frame - shot * length) / (length + DISSOLVE)), shot)
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const shot = Math.floor(frame / length)
    const into = frame - shot * length
    let picture = await at(shot, frame)
    if (shot > 0 && into < DISSOLVE) picture = dissolve(await at(shot - 1, frame), picture, into / DISSOLVE)
    if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  await once(ffmpeg, 'close')
  console.log(file)
}

for (const video of videos) await makeVideo(video)
