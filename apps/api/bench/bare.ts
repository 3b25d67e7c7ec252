/** A Fastify server with one route and nothing else, to compare with: prints its port. */
import fastify from 'fastify'

const app = fastify()
app.get('/', async () => ({ success: true, message: 'A short, constant reply' }))
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(Number(new URL(address).port))
process.once('disconnect', () => process.exit(0))
