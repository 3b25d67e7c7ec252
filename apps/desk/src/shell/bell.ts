/** A soft bell for new orders, which each device turns on for itself. */
import { useSyncExternalStore } from 'react'
import { storedText } from '../lib/stored-text.ts'

const stored = storedText('desk-bell')
let isOn = stored.read() === 'true'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setIsOn(next: boolean): void {
  isOn = next
  stored.write(String(next))
  for (const listener of listeners) listener()
  // So that whoever turned it on hears it; browsers allow sound after a tap.
  if (next) ring()
}

export const useBell = () => [useSyncExternalStore(subscribe, () => isOn), setIsOn] as const

let audio: AudioContext | undefined

/** Two soft tones, where the bell is on. */
export function ring(): void {
  if (!isOn || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  for (const [delay, pitch] of [
    [0, 880],
    [0.18, 1318],
  ] as const) {
    const at = audio.currentTime + delay
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.12, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.6)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + 0.6)
  }
}
