// Preloaded into the API. When the script that started it is killed, the API stops as on SIGTERM, so that it does not
// keep the port.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
