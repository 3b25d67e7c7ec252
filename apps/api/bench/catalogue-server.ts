/**
 * The measured server, and a bare Fastify server beside it, in their own process: `catalogue.ts` starts it.
 */
import fastify from 'fastify'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openShop } from '../src/open-shop.ts'
import { manyProducts } from '../test/many-products.ts'

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
const shop = await openShop(config)
const products = await manyProducts(shop.db, Number(process.argv[2]), new Date())
const app = await buildApp(shop)
const address = await app.listen({ host: '127.0.0.1', port: 0 })

const bare = fastify()
bare.get('/', async () => ({ success: true, message: 'A short, constant reply' }))
const bareAddress = await bare.listen({ host: '127.0.0.1', port: 0 })

process.send?.({ port: Number(new URL(address).port), bare: Number(new URL(bareAddress).port), ...products })
process.on('message', () => process.send?.(process.cpuUsage()))
process.once('disconnect', () => process.exit(0))
