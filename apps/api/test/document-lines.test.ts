import { expect, it } from 'vitest'
import { documentLines, hasShownLines, parseCommand } from './document-lines.ts'

it('splits commands as a shell does', () => {
  const text = `A=1 DATA_DIR="$HOME/x y" curl -d '{"a": "$B"}' say\\ it "it's $B" $B# \\\n  < in.txt > "out put.txt"`
  expect(parseCommand(text, { HOME: '/home', B: 'two' })).toEqual({
    env: { A: '1', DATA_DIR: '/home/x y' },
    words: ['curl', '-d', '{"a": "$B"}', 'say it', "it's two", 'two#'],
    input: 'in.txt',
    output: 'out put.txt',
  })
})

it('finds the commands of a document with their comments', () => {
  const lines = documentLines('docs/qa.md')
  expect(lines[0]?.place).toMatch(/^docs\/qa\.md:\d+$/)
  expect(lines.some(({ text }) => text.split('\n').length > 3)).toBe(true)
  expect(lines.some(({ comment }) => comment !== '')).toBe(true)
})

it('compares an output with the lines that a document shows', () => {
  const output = 'Saved 12 files.\nA line in between\nDone.\n'
  expect(hasShownLines(output, ['Saved … files.', 'Done.'])).toBe(true)
  expect(hasShownLines(output, ['Done.', 'Saved … files.'])).toBe(false)
  expect(hasShownLines(output, ['Saved'])).toBe(false)
})
