/** A soft bell for new orders, which each device turns on for itself. */
import { useState } from 'react'
import { storedText } from '../lib/stored-text.ts'

const stored = storedText('desk-bell')
let isOn = stored.read() === 'true'

/** Whether it is on, and a switch; only one menu at a time has it. */
export function useBell() {
  const [isShown, setIsShown] = useState(isOn)
  const turn = (next: boolean): void => {
    isOn = next
    stored.write(String(next))
    setIsShown(next)
    // So that whoever turned it on hears it; browsers allow sound after a tap.
    if (next) ring()
  }
  return [isShown, turn] as const
}

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
