import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugify } from './slugs.ts'

describe('slugs', () => {
  it.each([
    ['हल्दी पाउडर 200 ग्राम', 'haldi-paudara-200-grama'],
    ['मसाला चाय', 'masala-chaya'],
    ['ज्ञान की पुस्तक', 'jnana-ki-pustaka'],
    ['१२ रंग', '12-ramga'],
    ['तिल के लड्डू', 'tila-ke-laddu'],
    ['பாசுமதி அரிசி', 'pachumati-arichi'],
    ['தேங்காய் எண்ணெய்', 'tenkay-enney'],
    ['தமிழ்', 'tamil'],
    ['মসলা চা', 'masala-cha'],
    ['গোবিন্দভোগ চাল', 'govindabhoga-chala'],
    ['উৎসব', 'utsava'],
    ['હળદર પાવડર', 'haladara-pavadara'],
    ['വെളിച്ചെണ്ണ', 'velichchenna'],
    ['അവൽ', 'aval'],
    ['ಮಸಾಲೆ ಪುಡಿ', 'masale-pudi'],
    ['మామిడి పచ్చడి', 'mamidi-pachchadi'],
    ['ਪੰਜਾਬੀ ਪਨੀਰ', 'pamjabi-panira'],
    ['ଚାଉଳ', 'chaula'],
    ['چائے', 'chye'],
    ['Tata चाय Gold 500 g', 'tata-chaya-gold-500-g'],
    ['क्\u200dष', 'ksha'],
  ])('transliterates %s', (name, slug) => {
    expect(slugify(name)).toBe(slug)
  })

  it.each([
    ['Neem Soap, 75 g (Pack of 3)', 'neem-soap-75-g-pack-of-3'],
    ["Shoe's & Shoe’s", 'shoes-shoes'],
    ['Crème Brûlée', 'creme-brulee'],
    ['Øre Łódź groß', 'ore-lodz-gross'],
    ['½ kg ﬁne™', '1-2-kg-finetm'],
    ['₹100 Gift 🎁', '100-gift'],
  ])('keeps Latin letters and digits: %s', (name, slug) => {
    expect(slugify(name)).toBe(slug)
  })

  it('hashes a name without letters and digits', () => {
    expect(slugify('☕')).toMatch(/^item-[0-9a-f]{10}$/)
    expect(slugify('☕')).not.toBe(slugify('🎁'))
  })

  it('is always 1 to 80 characters of readable ASCII', () => {
    const indic = fc.string({
      unit: fc.integer({ min: 0x900, max: 0xd7f }).map((code) => String.fromCodePoint(code)),
    })
    fc.assert(
      fc.property(fc.oneof(indic, fc.string({ unit: 'grapheme', maxLength: 300 })), (name) => {
        expect(slugify(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slugify(name).length).toBeLessThanOrEqual(80)
      }),
    )
  })
})
