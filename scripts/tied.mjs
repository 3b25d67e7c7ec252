// Loaded into the API ahead of it: when the script that started it is gone without a word (kill -9), the API
// stops as it does on SIGTERM, so that no server is left over on the port.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
