/** Sample testimonials. Replace all of them with real ones before launch. */
export const quotes = {
  main: {
    text: 'I said yes to one text. Within 48 hours we had clients in the book I hadn’t seen since last summer.',
    role: 'Nail lounge owner',
  },
  bubbles: [
    {
      text: 'No logins, nothing to learn. They wrote it, I read it, it went out. I was mid-colour the whole time.',
      role: 'Salon co-owner',
    },
    {
      text: 'It sounded like us. Three people wrote back just to say it was nice to be asked.',
      role: 'Spa manager',
    },
  ],
  inline: { text: 'I worried it would feel pushy. It felt like good manners.', role: 'Brow studio owner' },
  strips: [
    { text: 'Two days, and my quiet Tuesday wasn’t quiet.', role: 'Hair salon owner' },
    {
      text: 'I’d paid for adverts for years. My next clients were already in my phone.',
      role: 'Skin clinic owner',
    },
    { text: 'They came for the offer and stayed for the next three visits.', role: 'Barbershop owner' },
  ],
  uksalon: [
    { text: 'We filled a dead Wednesday from people who already loved us.', role: 'Salon co-owner' },
    {
      text: 'I approved it between two clients. By Friday I’d lost my lunch break.',
      role: 'Nail lounge owner',
    },
  ],
} as const

export type Quote = { readonly text: string; readonly role: string }
