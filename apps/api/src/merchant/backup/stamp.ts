/** A moment as part of a file name: `2026-03-02T06-30-00Z`. */
export const stampOf = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
