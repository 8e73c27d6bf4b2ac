/** Sample testimonials. Replace all of them with real ones before launch. */
export const quotes = {
  main: {
    words:
      'I said yes to one text. Within 48 hours we had clients in the book I hadn’t seen since last summer.',
    role: 'Nail lounge owner',
  },
  bubbles: [
    {
      words:
        'No logins, nothing to learn. They wrote it, I read it, it went out. I was mid-colour the whole time.',
      role: 'Salon co-owner',
    },
    {
      words: 'It sounded like us. Three people wrote back just to say it was nice to be asked.',
      role: 'Spa manager',
    },
  ],
  inline: { words: 'I worried it would feel pushy. It felt like good manners.', role: 'Brow studio owner' },
  strips: [
    { words: 'Two days, and my quiet Tuesday wasn’t quiet.', role: 'Hair salon owner' },
    {
      words: 'I’d paid for adverts for years. My next clients were already in my phone.',
      role: 'Skin clinic owner',
    },
    { words: 'They came for the offer and stayed for the next three visits.', role: 'Barbershop owner' },
  ],
  uksalon: [
    { words: 'We filled a dead Wednesday from people who already loved us.', role: 'Salon co-owner' },
    {
      words: 'I approved it between two clients. By Friday I’d lost my lunch break.',
      role: 'Nail lounge owner',
    },
  ],
} as const

export type Quote = { readonly words: string; readonly role: string }
