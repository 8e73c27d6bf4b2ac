/** Days after its issue in which a statement is paid. The agreement names it. */
export const PAYMENT_DAYS = 14
