/** The seven tabs in the specification's order; key 1 opens the first. Apart from the screens, so that login needs none of them. */
export const tabIds = ['leads', 'contact', 'prospects', 'waitlist', 'dash', 'sms', 'import'] as const
export type TabId = (typeof tabIds)[number]
