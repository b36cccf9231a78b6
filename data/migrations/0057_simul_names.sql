-- A simul was named after whoever gives it, a name that stayed when they were forgotten: now it is named after its game.
UPDATE competition SET name = 'Simul' WHERE kind = 'simul';
