/** Path of the list, in a file of its own so that the shell need not load the contract. */
export const prospectsPath = '/api/admin/prospects'
