/** What each call sets inside a host's transaction. */
export const savepoint = 'hp_call'

export const setSavepoint = `SAVEPOINT ${savepoint}`
export const undoToSavepoint = `ROLLBACK TO SAVEPOINT ${savepoint}`
export const releaseSavepoint = `RELEASE SAVEPOINT ${savepoint}`
